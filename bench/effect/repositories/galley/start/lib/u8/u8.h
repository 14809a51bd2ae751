/* u8.h: characters of a UTF-8 text, and the columns they take */
#ifndef U8_H
#define U8_H

/* The character at s into *cp; returns the bytes it has. */
int u8_next(const char *s, unsigned *cp);

/* 0, 1 or 2 columns. */
int u8_width(unsigned cp);

#endif
