#pragma once

void counter_add (int);           /* for any thread */
void counter_add_fast (int);      /* for one thread alone */
int counter_value (void);
