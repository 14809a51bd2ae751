/* fill.c: words into lines */
#include <string.h>

#include "galley.h"
#include "u8.h"

/* The columns that a text takes on paper. */
int text_width(const char *s)
{
    unsigned cp;
    int columns = 0;

    while (*s) {
        s += u8_next(s, &cp);
        columns += u8_width(cp);
    }
    return columns;
}

void put_spaces(struct galley *g, int n)
{
    while (n-- > 0)
        fputc(' ', g->out);
}

void put_centered(struct galley *g, const char *s)
{
    int room = g->width - g->indent - text_width(s);

    put_spaces(g, g->indent + (room > 0 ? room / 2 : 0));
    fprintf(g->out, "%s\n", s);
}

/* Writes the words gathered so far as one line; the last one of a paragraph
   is never stretched. */
static void put_words(struct galley *g, int last)
{
    int gaps = g->count - 1;
    int extra = g->width - g->indent - g->columns - gaps;
    const char *word = g->words;
    int i;

    if (g->count == 0)
        return;
    put_spaces(g, g->indent);
    for (i = 0; i < g->count; i++) {
        fputs(word, g->out);
        word += strlen(word) + 1;
        if (i == gaps)
            break;
        put_spaces(g, 1);
        if (g->mode == JUST && !last && extra > 0)
            put_spaces(g, extra / gaps + (i < extra % gaps));
    }
    fputc('\n', g->out);
    g->used = g->count = g->columns = 0;
} /* put_words */

static void add_word(struct galley *g, const char *word)
{
    int room = g->width - g->indent;
    int w = text_width(word);

    if (w > room)
        warn(g, "wider than the page", word);
    if (g->count > 0 && g->columns + g->count + w > room)
        put_words(g, 0);
    strcpy(g->words + g->used, word);
    g->used += (int)strlen(word) + 1;
    g->columns += w;
    g->count++;
}

void fill_text(struct galley *g, char *line)
{
    char *word = strtok(line, " \t");

    for (; word; word = strtok(NULL, " \t"))
        add_word(g, word);
}

/* The end of a paragraph. */
void fill_end(struct galley *g)
{
    put_words(g, 1);
}
