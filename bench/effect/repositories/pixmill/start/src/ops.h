#ifndef OPS_H
#define OPS_H

#include "image.h"

/* How light a pixel is to the eye, 0 to 255. */
int op_light(const Pixel *p);

/* These work on the picture itself. */
void op_flip(Image *im);   /* upside down */
void op_grey(Image *im);
void op_invert(Image *im); /* the negative */

/* These make a new one. */
Image op_crop(const Image *im, int x, int y, int w, int h); /* cut off at the picture's edges */
Image op_border(const Image *im, int size, Pixel colour);

/* The pixel that occurs most; of several, the one that comes first. */
Pixel op_commonest(const Image *im);

#endif
