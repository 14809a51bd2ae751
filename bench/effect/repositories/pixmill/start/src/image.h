#ifndef IMAGE_H
#define IMAGE_H

#include <stdio.h>

typedef struct {
    unsigned char r, g, b;
} Pixel;

typedef struct {
    int w, h;
    Pixel *px; /* row after row, from the top left */
} Image;

/* All pixels black; w or h below 1 gives an image without pixels (px is NULL). */
Image image_new(int w, int h);
void image_free(Image *im);
Pixel *image_at(const Image *im, int x, int y);

/* Reads P3 or P6. Returns NULL if it went well, or else what is wrong, in words. */
const char *image_read(FILE *in, Image *im);

/* Writes P6, or P3 if `text`. */
void image_write(FILE *out, const Image *im, int text);

#endif
