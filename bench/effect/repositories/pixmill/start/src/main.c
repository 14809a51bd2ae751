#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "argcut.h"
#include "image.h"
#include "ops.h"
#include "palette.h"

static int fail(int code, const char *form, ...)
{
    va_list more;
    va_start(more, form);
    fputs("pixmill: ", stderr);
    vfprintf(stderr, form, more);
    fputc('\n', stderr);
    va_end(more);
    return code;
}

/* Takes the file's name off the command line and reads it. 0 if it went well, or else an exit code. */
static int take_picture(Argcut *args, Image *im)
{
    const char *stray = argcut_stray(args);
    if (stray)
        return fail(2, "what is %s?", stray);
    const char *name = argcut_word(args);
    if (!name)
        return fail(2, "which picture?");
    if (args->count > 0)
        return fail(2, "one picture at a time");
    FILE *in = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!in)
        return fail(1, "%s: %s", name, strerror(errno));
    const char *wrong = image_read(in, im);
    if (in != stdin)
        fclose(in);
    return wrong ? fail(1, "%s: %s", name, wrong) : 0;
}

static int give_picture(Image *im, int text)
{
    image_write(stdout, im, text);
    image_free(im);
    return 0;
}

/* The commands that take no options of their own. */
static int in_place(Argcut *args, void (*op)(Image *))
{
    Image im;
    int text = argcut_flag(args, "text");
    int code = take_picture(args, &im);
    if (code)
        return code;
    op(&im);
    return give_picture(&im, text);
}

static int run_flip(Argcut *args) { return in_place(args, op_flip); }
static int run_grey(Argcut *args) { return in_place(args, op_grey); }
static int run_invert(Argcut *args) { return in_place(args, op_invert); }

static int run_crop(Argcut *args)
{
    Image im;
    int text = argcut_flag(args, "text");
    int x = argcut_int(args, "x", 0), y = argcut_int(args, "y", 0);
    int w = argcut_int(args, "w", 1), h = argcut_int(args, "h", 1);
    int code = take_picture(args, &im);
    if (code)
        return code;
    Image cut = op_crop(&im, x, y, w, h);
    image_free(&im);
    return give_picture(&cut, text);
}

static int run_border(Argcut *args)
{
    Image im;
    Pixel colour;
    int text = argcut_flag(args, "text");
    int size = argcut_int(args, "size", 1);
    const char *name = argcut_text(args, "colour", "black");
    if (!palette_find(name, &colour))
        return fail(2, "no colour is called %s", name);
    if (size < 0)
        return fail(2, "a border of %d pixels cannot be painted", size);
    int code = take_picture(args, &im);
    if (code)
        return code;
    Image framed = op_border(&im, size, colour);
    image_free(&im);
    return give_picture(&framed, text);
}

static int run_info(Argcut *args)
{
    Image im;
    int code = take_picture(args, &im);
    if (code)
        return code;
    Pixel p = op_commonest(&im);
    const char *name = palette_name(&p);
    printf("%d x %d, mostly ", im.w, im.h);
    if (name)
        printf("%s\n", name);
    else
        printf("#%02x%02x%02x\n", p.r, p.g, p.b);
    image_free(&im);
    return 0;
}

typedef struct {
    const char *name;
    const char *about;
    int (*run)(Argcut *args); /* the exit code */
} Command;

static const Command commands[] = {
    { "border", "paint a frame around it (--size, --colour)", run_border },
    { "crop", "cut a piece out (--x, --y, --w, --h)", run_crop },
    { "flip", "turn it upside down", run_flip },
    { "grey", "take the colour out", run_grey },
    { "info", "say how large it is and what colour mostly", run_info },
    { "invert", "make the negative", run_invert },
    { NULL, NULL, NULL },
};

static int help(FILE *out, int code)
{
    fputs("usage: pixmill COMMAND [options] PICTURE\n\n", out);
    for (const Command *c = commands; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->about);
    fputs("\nEvery picture is written as P6, or as P3 with --text.\n", out);
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return help(stderr, 2);
    if (strcmp(argv[1], "help") == 0)
        return help(stdout, 0);
    for (const Command *c = commands; c->name; c++)
        if (strcmp(argv[1], c->name) == 0) {
            Argcut args;
            argcut_start(&args, argc - 2, argv + 2);
            return c->run(&args);
        }
    fprintf(stderr, "pixmill: there is no %s; see pixmill help\n", argv[1]);
    return 2;
}
