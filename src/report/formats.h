/* The result of a check in the formats of others: for browsers, editors, code
 * hosts and servers that run tests. Each writes all of it, and returns false if
 * that failed. JSON of our own is in report.h. */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#include "report/report.h"

/* A page for a browser: one file that needs no other. The report is in it as
 * JSON, with what the drawing needs besides, and the sources; src/report/page/
 * has the script, the style and the frame. */
bool report_page (const struct report *, FILE *);

/* The first finding as a picture; what was found out, if there is none. */
bool report_svg (const struct report *, FILE *);

/* SARIF 2.1.0: a result for each finding, with a thread flow for each thread. */
bool report_sarif (const struct report *, FILE *);

/* JUnit's XML: a test case for each property. */
bool report_junit (const struct report *, FILE *);

/* A violation witness of SV-COMP, for the first finding that it has a property for. */
bool report_witness (const struct report *, FILE *);

/* The first finding as a sequence diagram of PlantUML. */
bool report_plantuml (const struct report *, FILE *);

/* Lines that GitHub shows beside the code: "::error file=…,line=…::message". */
bool report_github (const struct report *, FILE *);

/* Text in XML: what it cannot carry becomes a space. */
void put_xml (const char *, FILE *);

/* Calls for each finding, with its story, which is made if it has none; of a long one, unless --full or r->whole, with an excerpt. */
void each_finding (const struct report *, void (*) (void *context, const struct property *, const struct finding *, const struct story *), void *context);

#endif
