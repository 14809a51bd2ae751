/* table.c: rows of cells into columns */
#include <string.h>

#include "galley.h"

static char text[ROWS][LONGEST / 16]; /* a row, its cells cut apart by NULs */
static char *cell[ROWS][COLUMNS];
static int wide[COLUMNS];

/* Cuts a row at its bars and takes the blanks off its cells. */
static int cut(int row)
{
    char *s = text[row];
    int n = 0;

    while (n < COLUMNS) {
        char *bar = strchr(s, '|');
        char *end = bar ? bar : s + strlen(s);

        s += strspn(s, " ");
        cell[row][n++] = s;
        while (end > s && end[-1] == ' ')
            end--;
        *end = '\0';
        if (!bar)
            break;
        s = bar + 1;
    }
    return n;
} /* cut */

static void put_cell(struct galley *g, const char *s, int room, char how, int last)
{
    int left = how == 'r' ? room : how == 'c' ? room / 2 : 0;

    put_spaces(g, left);
    fputs(s, g->out);
    if (!last)
        put_spaces(g, room - left + 2);
}

void table(struct galley *g, const char *spec)
{
    char line[LONGEST];
    int cells[ROWS];
    int rows = 0, i, k;

    memset(wide, 0, sizeof wide);
    while (next_line(g, line) && strcmp(line, ".end") != 0) {
        if (rows == ROWS)
            die(g, "too many rows", NULL);
        if (strlen(line) >= sizeof text[0])
            die(g, "row too long", NULL);
        strcpy(text[rows], line);
        cells[rows] = cut(rows);
        for (k = 0; k < cells[rows]; k++) {
            int w = text_width(cell[rows][k]);

            if (w > wide[k])
                wide[k] = w;
        }
        rows++;
    }
    for (i = 0; i < rows; i++) {
        put_spaces(g, g->indent);
        for (k = 0; k < cells[i]; k++) {
            char how = k < (int)strlen(spec) ? spec[k] : 'l';

            put_cell(g, cell[i][k], wide[k] - text_width(cell[i][k]), how, k == cells[i] - 1);
        }
        fputc('\n', g->out);
    }
} /* table */
