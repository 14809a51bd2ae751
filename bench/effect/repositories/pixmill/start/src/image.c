#include "image.h"

#include <ctype.h>
#include <stdlib.h>

#define LARGEST 8192

Image image_new(int w, int h)
{
    Image im = { w, h, NULL };
    if (w > 0 && h > 0)
        im.px = calloc((size_t)w * (size_t)h, sizeof(Pixel));
    return im;
}

void image_free(Image *im)
{
    free(im->px);
    im->px = NULL;
    im->w = im->h = 0;
}

Pixel *image_at(const Image *im, int x, int y)
{
    return &im->px[(size_t)y * (size_t)im->w + (size_t)x];
}

/* The next whole number in the header or the text body; -1 if there is none. */
static int number(FILE *in)
{
    int c = getc(in);
    while (isspace(c))
        c = getc(in);
    if (!isdigit(c))
        return -1;
    int n = 0;
    while (isdigit(c)) {
        n = n * 10 + (c - '0');
        if (n > 65535)
            return -1;
        c = getc(in);
    }
    return n; /* the one blank after it is eaten, as P6 wants */
}

static int channel(FILE *in, int text)
{
    return text ? number(in) : getc(in);
}

const char *image_read(FILE *in, Image *im)
{
    int p = getc(in), kind = getc(in);
    if (p != 'P' || (kind != '3' && kind != '6'))
        return "not a PPM picture";
    int text = kind == '3';
    int w = number(in), h = number(in), most = number(in);
    if (w < 1 || h < 1 || w > LARGEST || h > LARGEST)
        return "impossible size";
    if (most != 255)
        return "only pictures with 255 as their brightest value are milled";
    *im = image_new(w, h);
    for (int i = 0; i < w * h; i++) {
        int r = channel(in, text), g = channel(in, text), b = channel(in, text);
        if (r < 0 || g < 0 || b < 0 || r > 255 || g > 255 || b > 255) {
            image_free(im);
            return "the pixels end too early or make no sense";
        }
        im->px[i] = (Pixel){ (unsigned char)r, (unsigned char)g, (unsigned char)b };
    }
    return NULL;
}

void image_write(FILE *out, const Image *im, int text)
{
    fprintf(out, "P%d\n%d %d\n255\n", text ? 3 : 6, im->w, im->h);
    for (int y = 0; y < im->h; y++) {
        for (int x = 0; x < im->w; x++) {
            const Pixel *p = image_at(im, x, y);
            if (text)
                fprintf(out, "%s%d %d %d", x ? "  " : "", p->r, p->g, p->b);
            else
                fwrite(p, 1, 3, out);
        }
        if (text)
            fputc('\n', out);
    }
}
