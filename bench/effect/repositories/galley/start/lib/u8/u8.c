/* u8.c: characters of a UTF-8 text, and the columns they take */
#include "u8.h"

struct range { unsigned first, last; };

static const struct range none[] = {
    { 0x0300, 0x036f },     /* accents that sit on the letter before */
    { 0x200b, 0x200d },     /* zero width space and joiners */
    { 0xfe00, 0xfe0f },     /* variation selectors */
};

static const struct range two[] = {
    { 0x1100, 0x115f },     /* Hangul Jamo */
    { 0x2e80, 0xa4cf },     /* CJK */
    { 0xac00, 0xd7a3 },     /* Hangul */
    { 0xf900, 0xfaff },     /* CJK compatibility */
    { 0xff00, 0xff60 },     /* fullwidth forms */
};

static int in(const struct range *r, int n, unsigned cp)
{
    int i;

    for (i = 0; i < n; i++)
        if (cp >= r[i].first && cp <= r[i].last)
            return 1;
    return 0;
}

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

int u8_width(unsigned cp)
{
    if (in(none, COUNT(none), cp))
        return 0;
    return in(two, COUNT(two), cp) ? 2 : 1;
}

int u8_next(const char *s, unsigned *cp)
{
    const unsigned char *u = (const unsigned char *)s;

    if (u[0] < 0x80) {
        *cp = u[0];
        return 1;
    }
    if (u[0] < 0xe0) {
        *cp = (u[0] & 0x1fu) << 6 | (u[1] & 0x3fu);
        return 2;
    }
    if (u[0] < 0xf0) {
        *cp = (u[0] & 0x0fu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
        return 3;
    }
    *cp = (u[0] & 0x07u) << 18 | (u[1] & 0x3fu) << 12 | (u[2] & 0x3fu) << 6 | (u[3] & 0x3fu);
    return 4;
}
