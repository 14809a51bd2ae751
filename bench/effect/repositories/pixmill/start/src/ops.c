#include "ops.h"

#include <string.h>

int op_light(const Pixel *p)
{
    return (p->r * 299 + p->g * 587 + p->b * 114) / 1000;
}

void op_flip(Image *im)
{
    for (int y = 0; y < im->h / 2; y++)
        for (int x = 0; x < im->w; x++) {
            Pixel *up = image_at(im, x, y), *down = image_at(im, x, im->h - 1 - y);
            Pixel keep = *up;
            *up = *down;
            *down = keep;
        }
}

void op_grey(Image *im)
{
    for (int i = 0; i < im->w * im->h; i++) {
        unsigned char light = (unsigned char)op_light(&im->px[i]);
        im->px[i] = (Pixel){ light, light, light };
    }
}

void op_invert(Image *im)
{
    for (int i = 0; i < im->w * im->h; i++) {
        Pixel *p = &im->px[i];
        *p = (Pixel){ (unsigned char)(255 - p->r), (unsigned char)(255 - p->g), (unsigned char)(255 - p->b) };
    }
}

Image op_crop(const Image *im, int x, int y, int w, int h)
{
    if (x < 0)
        x = 0;
    if (y < 0)
        y = 0;
    if (x + w > im->w)
        w = im->w - x;
    if (y + h > im->h)
        h = im->h - y;
    Image cut = image_new(w, h);
    if (cut.px)
        for (int row = 0; row < h; row++)
            memcpy(image_at(&cut, 0, row), image_at(im, x, y + row), (size_t)w * sizeof(Pixel));
    return cut;
}

Image op_border(const Image *im, int size, Pixel colour)
{
    Image framed = image_new(im->w + 2 * size, im->h + 2 * size);
    for (int i = 0; i < framed.w * framed.h; i++)
        framed.px[i] = colour;
    for (int y = 0; y < im->h; y++)
        memcpy(image_at(&framed, size, y + size), image_at(im, 0, y), (size_t)im->w * sizeof(Pixel));
    return framed;
}

static int same(const Pixel *a, const Pixel *b)
{
    return a->r == b->r && a->g == b->g && a->b == b->b;
}

Pixel op_commonest(const Image *im)
{
    int best = 0, most = 0;
    for (int i = 0; i < im->w * im->h; i++) {
        int many = 0;
        for (int j = 0; j < im->w * im->h; j++)
            many += same(&im->px[i], &im->px[j]);
        if (many > most) {
            most = many;
            best = i;
        }
    }
    return im->px[best];
}
