#include "argcut.h"

#include <stdlib.h>
#include <string.h>

static void drop(Argcut *a, int at, int many)
{
    for (int i = at; i + many < a->count; i++)
        a->items[i] = a->items[i + many];
    a->count -= many;
}

static int find(const Argcut *a, const char *name)
{
    for (int i = 0; i < a->count; i++)
        if (strncmp(a->items[i], "--", 2) == 0 && strcmp(a->items[i] + 2, name) == 0)
            return i;
    return -1;
}

void argcut_start(Argcut *a, int count, char **items)
{
    a->count = count;
    a->items = items;
}

const char *argcut_text(Argcut *a, const char *name, const char *otherwise)
{
    int at = find(a, name);
    if (at < 0 || at + 1 >= a->count)
        return otherwise;
    const char *value = a->items[at + 1];
    drop(a, at, 2);
    return value;
}

int argcut_int(Argcut *a, const char *name, int otherwise)
{
    const char *value = argcut_text(a, name, NULL);
    return value ? atoi(value) : otherwise;
}

int argcut_flag(Argcut *a, const char *name)
{
    int at = find(a, name);
    if (at < 0)
        return 0;
    drop(a, at, 1);
    return 1;
}

const char *argcut_stray(const Argcut *a)
{
    for (int i = 0; i < a->count; i++)
        if (strncmp(a->items[i], "--", 2) == 0)
            return a->items[i];
    return NULL;
}

const char *argcut_word(Argcut *a)
{
    if (a->count == 0)
        return NULL;
    const char *word = a->items[0];
    drop(a, 0, 1);
    return word;
}
