#include "palette.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    Pixel p;
} Row;

static const Row rows[] = {
#include "palette_rows.inc"
};

#define MANY (sizeof rows / sizeof rows[0])

static int by_name(const void *name, const void *row)
{
    return strcmp(name, ((const Row *)row)->name);
}

int palette_find(const char *name, Pixel *p)
{
    if (name[0] == '#' && strlen(name) == 7 && strspn(name + 1, "0123456789abcdefABCDEF") == 6) {
        unsigned long n = strtoul(name + 1, NULL, 16);
        *p = (Pixel){ (unsigned char)(n >> 16), (unsigned char)(n >> 8 & 255), (unsigned char)(n & 255) };
        return 1;
    }
    const Row *row = bsearch(name, rows, MANY, sizeof rows[0], by_name); /* so the rows are in order */
    if (!row)
        return 0;
    *p = row->p;
    return 1;
}

const char *palette_name(const Pixel *p)
{
    for (size_t i = 0; i < MANY; i++)
        if (rows[i].p.r == p->r && rows[i].p.g == p->g && rows[i].p.b == p->b)
            return rows[i].name;
    return NULL;
}
