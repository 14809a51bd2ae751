/* tidy.c: puts C files into the style of the house, or (--check) counts what is not in it */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LINES 2000
#define BYTES 400
#define CELLS 6
#define LONG  12 /* lines from which on a function's end bears its name */

static char line[LINES][BYTES];
static char was[LINES][BYTES];
static int lines, before;

static void chomp(char *s)
{
    size_t n = strlen(s);

    while (n > 0 && isspace((unsigned char)s[n - 1]))
        s[--n] = '\0';
}

static int load(const char *name)
{
    FILE *f = fopen(name, "r");

    if (!f)
        return 0;
    for (before = 0; before < LINES && fgets(was[before], BYTES, f); before++)
        was[before][strcspn(was[before], "\n")] = '\0';
    fclose(f);
    return 1;
}

/* Tabs to blanks, no blanks at the end, never two empty lines. */
static void blanks(void)
{
    int i;

    for (i = lines = 0; i < before; i++) {
        char *to = line[lines];
        const char *s;

        for (s = was[i]; *s && to < line[lines] + BYTES - 5; s++) {
            if (*s == '\t')
                to += sprintf(to, "    ");
            else
                *to++ = *s;
        }
        *to = '\0';
        chomp(line[lines]);
        if (line[lines][0] || (lines > 0 && line[lines - 1][0]))
            lines++;
    }
    while (lines > 0 && !line[lines - 1][0])
        lines--;
} /* blanks */

/* The end of a long function bears its name, that of a short one does not. */
static void ends(void)
{
    char name[BYTES] = "";
    int i, open = -1;

    for (i = 0; i < lines; i++) {
        if (strcmp(line[i], "{") == 0 && i > 0) {
            const char *to = strchr(line[i - 1], '(');
            const char *from = to;

            while (from && from > line[i - 1] && (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
                from--;
            sprintf(name, "%.*s", (int)(to ? to - from : 0), to ? from : "");
            open = i;
        } else if (open >= 0 && line[i][0] == '}') {
            strcpy(line[i], "}");
            if (i - open > LONG)
                sprintf(line[i], "} /* %.100s */", name);
            open = -1;
        }
    }
} /* ends */

/* "    { a, b }," into its cells; 0 if it is not such a row. */
static int row(const char *s, char cell[CELLS][BYTES])
{
    int n = 0, quoted = 0;
    char *to = cell[0];
    size_t size = strlen(s);

    if (strncmp(s, "    { ", 6) != 0 || strcmp(s + size - 2, "},") != 0)
        return 0;
    for (s += 6; s[2]; s++) {
        if (*s == '"')
            quoted = !quoted;
        *to++ = *s;
        if (*s == ',' && !quoted && n + 1 < CELLS) {
            *to = '\0';
            to = cell[++n];
            s += strspn(s + 1, " ");
        }
    }
    *to = '\0';
    chomp(cell[n]);
    return n + 1;
} /* row */

/* Rows that follow each other stand in columns. */
static void columns(void)
{
    static char cell[CELLS][BYTES];
    int i, k, j, n, next;

    for (i = 0; i < lines; i = next) {
        int wide[CELLS] = {0};

        next = i + 1;
        if (!(n = row(line[i], cell)))
            continue;
        for (next = i; next < lines && row(line[next], cell) == n; next++) {
            for (k = 0; k < n; k++)
                if ((int)strlen(cell[k]) > wide[k])
                    wide[k] = (int)strlen(cell[k]);
        }
        for (j = i; j < next; j++) {
            char *to = line[j];

            row(line[j], cell);
            to += sprintf(to, "    {");
            for (k = 0; k < n; k++)
                to += sprintf(to, " %-*s", k < n - 1 ? wide[k] : 0, cell[k]);
            sprintf(to, " },");
        }
    }
} /* columns */

static int differing(void)
{
    int i, n = lines > before ? lines - before : before - lines;

    for (i = 0; i < lines && i < before; i++)
        n += strcmp(line[i], was[i]) != 0;
    return n;
}

static void save(const char *name)
{
    FILE *f = fopen(name, "w");
    int i;

    for (i = 0; f && i < lines; i++)
        fprintf(f, "%s\n", line[i]);
    if (f)
        fclose(f);
}

int main(int argc, char **argv)
{
    int check = argc > 1 && strcmp(argv[1], "--check") == 0;
    int i, n, bad = 0;

    for (i = 1 + check; i < argc; i++) {
        if (!load(argv[i]))
            continue;
        blanks();
        ends();
        columns();
        if ((n = differing()) == 0)
            continue;
        bad = 1;
        if (check)
            fprintf(stderr, "%s: %d line%s\n", argv[i], n, n == 1 ? "" : "s");
        else
            save(argv[i]);
    }
    return check && bad;
} /* main */
