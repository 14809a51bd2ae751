#ifndef PALETTE_H
#define PALETTE_H

#include "image.h"

/* "steelblue" or "#4682b4". Returns 1 and fills `p`, or 0 if nobody knows such a colour. */
int palette_find(const char *name, Pixel *p);

/* The name of exactly this colour, or NULL. */
const char *palette_name(const Pixel *p);

#endif
