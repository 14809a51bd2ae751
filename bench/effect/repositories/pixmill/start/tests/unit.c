#include <stdio.h>
#include <string.h>

#include "ops.h"
#include "palette.h"

static int checks, failures;

#define CHECK(that)                                                      \
    do {                                                                 \
        checks++;                                                        \
        if (!(that)) {                                                   \
            failures++;                                                  \
            printf("tests/unit.c:%d: not so: %s\n", __LINE__, #that);    \
        }                                                                \
    } while (0)

static Image two_by_two(void)
{
    Image im = image_new(2, 2);
    *image_at(&im, 0, 0) = (Pixel){ 255, 0, 0 };
    *image_at(&im, 1, 0) = (Pixel){ 0, 255, 0 };
    *image_at(&im, 0, 1) = (Pixel){ 0, 0, 255 };
    *image_at(&im, 1, 1) = (Pixel){ 255, 0, 0 };
    return im;
}

static void test_flip(void)
{
    Image im = two_by_two();
    op_flip(&im);
    CHECK(image_at(&im, 0, 0)->b == 255);
    CHECK(image_at(&im, 1, 1)->g == 255);
    image_free(&im);
}

static void test_grey_and_invert(void)
{
    Image im = two_by_two();
    op_invert(&im);
    CHECK(image_at(&im, 0, 0)->r == 0 && image_at(&im, 0, 0)->g == 255);
    op_invert(&im);
    op_grey(&im);
    CHECK(image_at(&im, 0, 0)->r == 76);
    CHECK(image_at(&im, 1, 0)->b == 149);
    image_free(&im);
}

static void test_crop(void)
{
    Image im = two_by_two();
    Image cut = op_crop(&im, 1, 0, 5, 5);
    CHECK(cut.w == 1 && cut.h == 2);
    CHECK(image_at(&cut, 0, 0)->g == 255);
    image_free(&cut);
    image_free(&im);
}

static void test_border(void)
{
    Image im = two_by_two();
    Image framed = op_border(&im, 3, (Pixel){ 9, 9, 9 });
    CHECK(framed.w == 8 && framed.h == 8);
    CHECK(image_at(&framed, 0, 7)->r == 9);
    CHECK(image_at(&framed, 3, 3)->r == 255);
    image_free(&framed);
    image_free(&im);
}

static void test_colours(void)
{
    Pixel p;
    CHECK(palette_find("tomato", &p) && p.r == 255 && p.g == 99 && p.b == 71);
    CHECK(palette_find("#4682B4", &p) && strcmp(palette_name(&p), "steelblue") == 0);
    CHECK(!palette_find("#4682b", &p));
    CHECK(!palette_find("mauve-ish", &p));
    Image im = two_by_two();
    p = op_commonest(&im);
    CHECK(p.r == 255 && p.b == 0);
    image_free(&im);
}

int main(void)
{
    test_flip();
    test_grey_and_invert();
    test_crop();
    test_border();
    test_colours();
    printf("unit: %d checks, %d failed\n", checks, failures);
    return failures > 0;
}
