/* main.c: options, and the loop over the lines */
#include <stdlib.h>
#include <string.h>

#include "galley.h"

static void usage(void)
{
    fprintf(stderr, "usage: galley [-w WIDTH] [FILE]\n       galley --commands\n");
    exit(2);
}

static void text(struct galley *g, char *line)
{
    if (g->center > 0) {
        g->center--;
        put_centered(g, line);
    } else if (line[0] == '\0') {
        fill_end(g);
        fputc('\n', g->out);
    } else if (g->mode == RAW) {
        put_spaces(g, g->indent);
        fprintf(g->out, "%s\n", line);
    } else {
        fill_text(g, line);
    }
} /* text */

int main(int argc, char **argv)
{
    static struct galley g;
    char line[LONGEST];
    const char *env = getenv("GALLEY_WIDTH");
    int i;

    g.in = stdin;
    g.out = stdout;
    g.name = "-";
    g.mode = FILL;
    g.width = env ? atoi(env) : 60;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--commands") == 0) {
            list_commands(stdout);
            return 0;
        }
        if (strcmp(argv[i], "-w") == 0 && i + 1 < argc)
            g.width = atoi(argv[++i]);
        else if (argv[i][0] == '-' || g.in != stdin)
            usage();
        else if (!(g.in = fopen(g.name = argv[i], "r")))
            die(&g, "cannot be opened", NULL);
    }
    if (g.width < 1)
        usage();
    while (next_line(&g, line)) {
        if (line[0] == '.')
            command(&g, line);
        else
            text(&g, line);
    }
    fill_end(&g);
    return 0;
} /* main */
