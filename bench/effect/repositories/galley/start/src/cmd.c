/* cmd.c: the dot commands */
#include <string.h>

#include "galley.h"

static void cmd_center(struct galley *g, char *arg)
{
    fill_end(g);
    g->center = *arg ? number(g, arg, 0, 100) : 1;
}

static void cmd_indent(struct galley *g, char *arg)
{
    fill_end(g);
    g->indent = number(g, arg, 0, g->width - 1);
}

static void cmd_mode(struct galley *g, char *arg)
{
    fill_end(g);
    if (strcmp(arg, "raw") == 0)
        g->mode = RAW;
    else if (strcmp(arg, "fill") == 0)
        g->mode = FILL;
    else if (strcmp(arg, "just") == 0)
        g->mode = JUST;
    else
        die(g, "mode is raw, fill or just", arg);
}

static void cmd_rule(struct galley *g, char *arg)
{
    int i;

    fill_end(g);
    put_spaces(g, g->indent);
    for (i = g->indent; i < g->width; i++)
        fputc(*arg ? *arg : '-', g->out);
    fputc('\n', g->out);
}

static void cmd_space(struct galley *g, char *arg)
{
    int n = *arg ? number(g, arg, 1, 100) : 1;

    fill_end(g);
    while (n-- > 0)
        fputc('\n', g->out);
}

static void cmd_table(struct galley *g, char *arg)
{
    fill_end(g);
    table(g, arg);
}

static void cmd_width(struct galley *g, char *arg)
{
    fill_end(g);
    g->width = number(g, arg, g->indent + 1, 200);
}

static const struct {
    const char *name;
    void (*run)(struct galley *g, char *arg);
    const char *help;
} commands[] = {
    { "center", cmd_center, "[N]   centre the next N lines" },
    { "indent", cmd_indent, "N     begin every line N columns in" },
    { "mode",   cmd_mode,   "M     raw, fill or just" },
    { "rule",   cmd_rule,   "[C]   a line across, of the character C" },
    { "space",  cmd_space,  "[N]   N empty lines" },
    { "table",  cmd_table,  "[S]   rows up to .end; S is l, r or c for each column" },
    { "width",  cmd_width,  "N     columns of the page" },
};

void command(struct galley *g, char *line)
{
    char *name = line + 1;
    char *arg = name + strcspn(name, " ");
    size_t i;

    if (*arg)
        *arg++ = '\0';
    arg += strspn(arg, " ");
    for (i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            commands[i].run(g, arg);
            return;
        }
    }
    die(g, "no such command", name);
} /* command */

void list_commands(FILE *out)
{
    size_t i;

    for (i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, ".%-8s %s\n", commands[i].name, commands[i].help);
}
