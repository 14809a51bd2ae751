/* input.c: lines in, complaints out */
#include <stdlib.h>
#include <string.h>

#include "galley.h"

/* Reads a line without its end into `line`; 0 when there is none left. */
int next_line(struct galley *g, char *line)
{
    size_t n;

    if (!fgets(line, LONGEST, g->in))
        return 0;
    g->line++;
    n = strlen(line);
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
        line[--n] = '\0';
    return 1;
}

static void complain(struct galley *g, const char *text, const char *what)
{
    fflush(g->out);
    fprintf(stderr, "galley: %s:%d: %s", g->name, g->line, text);
    if (what)
        fprintf(stderr, ": %s", what);
    fputc('\n', stderr);
}

void warn(struct galley *g, const char *text, const char *what)
{
    complain(g, text, what);
}

void die(struct galley *g, const char *text, const char *what)
{
    complain(g, text, what);
    exit(1);
}

/* The argument of a command as a number between low and high. */
int number(struct galley *g, const char *arg, int low, int high)
{
    char *end;
    long n = strtol(arg, &end, 10);

    if (end == arg || *end)
        die(g, "not a number", arg);
    if (n < low || n > high)
        die(g, "number out of range", arg);
    return (int)n;
}
