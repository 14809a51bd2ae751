/* argcut 0.4: cuts "--name value" pairs out of an argument vector. */
#ifndef ARGCUT_H
#define ARGCUT_H

typedef struct {
    int count;
    char **items;
} Argcut;

void argcut_start(Argcut *a, int count, char **items);

/* The value after --name, which is cut out; `otherwise` if --name is not there. */
const char *argcut_text(Argcut *a, const char *name, const char *otherwise);
int argcut_int(Argcut *a, const char *name, int otherwise);

/* 1 if --name is there (and cut out). */
int argcut_flag(Argcut *a, const char *name);

/* The first --something that is still there, or NULL. */
const char *argcut_stray(const Argcut *a);

/* The next plain word, which is cut out, or NULL. */
const char *argcut_word(Argcut *a);

#endif
