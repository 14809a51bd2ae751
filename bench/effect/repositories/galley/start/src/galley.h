/* galley.h: what the parts of galley know of each other */
#ifndef GALLEY_H
#define GALLEY_H

#include <stdio.h>

#define LONGEST 4096 /* bytes in one line of input or output */
#define COLUMNS 12   /* cells in one row of a table */
#define ROWS    200  /* rows in one table */

enum mode { RAW, FILL, JUST };

struct galley {
    FILE *in;
    FILE *out;
    const char *name; /* of the input, for messages */
    int line;         /* its line that we are at */
    int width;
    int indent;
    int center; /* lines still to be centred */
    enum mode mode;
    char words[LONGEST]; /* the line being filled, NUL after each word */
    int used;
    int count;
    int columns; /* that its words take without the gaps */
};

/* input.c */
int next_line(struct galley *g, char *line);
void die(struct galley *g, const char *text, const char *what);
void warn(struct galley *g, const char *text, const char *what);
int number(struct galley *g, const char *arg, int low, int high);

/* cmd.c */
void command(struct galley *g, char *line);
void list_commands(FILE *out);

/* fill.c */
int text_width(const char *s);
void put_spaces(struct galley *g, int n);
void put_centered(struct galley *g, const char *s);
void fill_text(struct galley *g, char *line);
void fill_end(struct galley *g);

/* table.c */
void table(struct galley *g, const char *spec);

#endif
