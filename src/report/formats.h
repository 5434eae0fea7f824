/* Results in other tools' formats: for browsers, editors, code hosts and test servers. Each function writes the whole
 * output, and returns false if that failed. The JSON format of Mazurka is in report.h. */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#include "report/report.h"

/* An HTML page: a single self-contained file. It embeds the report as JSON, additional data for the drawing, and the
 * sources; src/report/page/ has the script, the style and the frame. */
bool report_page (const struct report *, FILE *);

/* The first finding as a picture, or the verdict if there is none. */
bool report_svg (const struct report *, FILE *);

/* SARIF 2.1.0: a result for each finding, with a thread flow for each thread. */
bool report_sarif (const struct report *, FILE *);

/* JUnit's XML: a test case for each property. */
bool report_junit (const struct report *, FILE *);

/* A violation witness of SV-COMP, for the first finding that violates a property of the competition. */
bool report_witness (const struct report *, FILE *);

/* The first finding as a sequence diagram of PlantUML. */
bool report_plantuml (const struct report *, FILE *);

/* Annotations that GitHub shows in the source: "::error file=…,line=…::message". */
bool report_github (const struct report *, FILE *);

/* Escapes text for XML; characters that XML does not allow become spaces. */
void put_xml (const char *, FILE *);

/* Calls the function for each finding, with its story, which is built if needed; unless --full or r->whole, a long story is
 * replaced by an excerpt. */
void each_finding (const struct report *, void (*) (void *context, const struct property *, const struct finding *, const struct story *), void *context);

#endif
