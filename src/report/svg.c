/* An execution as a picture: time runs downwards, each thread has a lane.
 *
 *     line      main      T1 worker     T2 worker
 *      42        o create T1
 *      28        └─────────▸o lock(m)
 *
 * Bars beside a lane are locks that its thread holds; hatched stretches are waits; arrows lead to a step from the steps
 * that enable it or whose effect it reads; the bracket at the left is the cycle of a lasso. Minor steps have no row unless
 * an arrow begins or ends there. A label stays within its lane, on several lines if needed. Colours follow the reader's
 * light or dark theme. */
#include <string.h>

#include "report/diagram.h"
#include "report/formats.h"

enum { ROW = 24, LINE = 14, LINES = 8, TOP = 64, GUTTER = 92, NARROWEST = 96, WIDEST = 300, LETTER = 7 };

static const char style[] =
  "text{font:12px system-ui,sans-serif;fill:#1d2430;paint-order:stroke;stroke:#fff;stroke-width:3px}.code{font-family:ui-monospace,monospace}.dim{fill:#6b7686}"
  ".strong{font-weight:600}.lane{stroke:#b9c2cf;stroke-width:1.5}.mark{fill:#2563c9;stroke:#fff}.bad{fill:#c62828}"
  ".arrow{stroke:#7a8699;fill:none;stroke-width:1.2}.hold{fill:#e0a63a}.wait{fill:url(#hatch)}.paper{fill:#fff}"
  ".loop{stroke:#8e44ad;fill:none;stroke-width:2}"
  "@media(prefers-color-scheme:dark){text{fill:#dde3ea;stroke:#14181f}.dim{fill:#93a0b1}.paper{fill:#14181f}.lane{stroke:#3d4757}"
  ".mark{fill:#6aa3ff;stroke:#14181f}.bad{fill:#ff7b72}}";

struct picture {
  FILE *out;
  const struct story *story;
  double lane;                    /* width */
  uint32_t lanes;
  const char *file;               /* the common file of all steps; NULL: there are several */
  double *y;                      /* of each step, and of the end; a step without a row has that of the next step */
  bool *has_row;
  double bottom;
  size_t failing;                 /* the failing step; the number of steps: none fails */
};

static double
lane_x (const struct picture *p, uint32_t thread)
{
  return GUTTER + 16 + p->lane * p->story->threads.data[thread].lane;
}

/* ---- labels in several lines ---- */

/* The longest prefix of the text that fits, up to a space if there is one. Returns the rest. */
static const char *
add_line (struct str *line, const char *text, size_t most)
{
  size_t columns = 0;
  const char *end = text, *space = NULL;
  for (; *end && ((*end & 0xc0) == 0x80 || columns++ < most); end++)
    if (*end == ' ')
      space = end;
  if (*end && space && *end != ' ')
    end = space;
  str_add_n (line, text, (size_t) (end - text));
  return end + strspn (end, " ");
}

static size_t
letters_in (const struct picture *p)
{
  return (size_t) ((p->lane - 20) / LETTER);
}

static size_t
count_lines (const struct picture *p, const char *label)
{
  size_t n = 0;
  struct str line = {0};
  for (const char *left = label; *left || !n; n++) {
    str_clear (&line);
    left = add_line (&line, left, letters_in (p));
  }
  str_release (&line);
  return n < LINES ? n : LINES;
}

/* `style`: classes; the text is cut to the width of that many lanes. */
static void
put_label (const struct picture *p, double x, double y, const char *classes, const char *text, double room)
{
  struct str clean = {0}, cut = {0};
  add_clean (&clean, text);
  add_cut (&cut, str_text (&clean), room > 4 * LETTER ? (size_t) (room / LETTER) : 4);
  fprintf (p->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", classes, x, y + 4);
  put_xml (str_text (&cut), p->out);
  if (strcmp (str_text (&cut), str_text (&clean))) {
    fputs ("<title>", p->out);
    put_xml (str_text (&clean), p->out);
    fputs ("</title>", p->out);
  }
  fputs ("</text>\n", p->out);
  str_release (&clean);
  str_release (&cut);
}

/* Start and end of the thread's line. */
static void
put_lanes (const struct picture *p, const struct diagram *d)
{
  const struct story *s = p->story;
  for (uint32_t i = 0; i < s->threads.count; i++) {
    const struct story_thread *x = &s->threads.data[i];
    const struct diagram_lane *l = &d->lanes[i];
    if (!l->first && !x->is_first && i != s->failed)
      continue;
    double from = x->is_first || !l->first ? TOP : p->y[l->first - 1], to = x->is_alive || !l->last ? p->bottom : p->y[l->last - 1];
    fprintf (p->out, "<line class=\"lane\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", lane_x (p, i), lane_x (p, i), from, to);
    bool shares = false;
    for (uint32_t k = 0; k < i; k++)
      shares |= s->threads.data[k].lane == x->lane;
    put_label (p, lane_x (p, i) - 6, shares ? from - ROW / 2.0 : 34, "strong", x->name, p->lane);
    if (x->routine && !shares)
      put_label (p, lane_x (p, i) - 6, 50, "dim code", x->routine, p->lane);
  }
}

static void
put_spans (const struct picture *p, const struct diagram *d)
{
  for (size_t i = 0; i < d->waits.count; i++) {
    const struct diagram_span *w = &d->waits.data[i];
    double from = p->y[w->from], to = w->to < p->story->steps.count ? p->y[w->to] : p->bottom;
    fprintf (p->out, "<rect class=\"wait\" x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"%.1f\"/>\n", lane_x (p, w->thread) - 5, from, to - from);
  }
  for (size_t i = 0; i < d->holds.count; i++) {
    const struct diagram_span *h = &d->holds.data[i];
    double from = p->y[h->from], to = h->to < p->story->steps.count ? p->y[h->to] : p->bottom;
    fprintf (p->out, "<rect class=\"hold\" x=\"%.1f\" y=\"%.1f\" width=\"4\" height=\"%.1f\"><title>holds ",
             lane_x (p, h->thread) - 12 - 6 * (double) (h->depth % 3), from, to - from);
    put_xml (h->object, p->out);
    fputs ("</title></rect>\n", p->out);
  }
}

static void
put_arrow (const struct picture *p, uint32_t from, size_t from_row, uint32_t to, size_t to_row)
{
  double x1 = lane_x (p, from), x2 = lane_x (p, to), y1 = p->y[from_row], y2 = p->y[to_row], end = x2 > x1 ? x2 - 7 : x2 + 7;
  fprintf (p->out, "<path class=\"arrow\" marker-end=\"url(#head)\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, end, from_row == to_row ? y2 : y2 - 3);
}

/* The first line is beside the mark; text that was cut appears as a tooltip. */
static void
put_lines (const struct picture *p, double x, double y, const char *label)
{
  struct str clean = {0}, line = {0};
  add_clean (&clean, label);
  const char *left = str_text (&clean);
  size_t most = letters_in (p);
  fputs ("<g>", p->out);
  for (size_t n = 0; *left && n < LINES; n++, y += LINE) {
    str_clear (&line);
    if (n + 1 == LINES)
      add_cut (&line, left, most);
    left = n + 1 < LINES ? add_line (&line, left, most) : text_width (left) > most ? left : "";
    put_label (p, x, y, "code", str_text (&line), p->lane);
  }
  if (*left) {
    fputs ("<title>", p->out);
    put_xml (str_text (&clean), p->out);
    fputs ("</title>", p->out);
  }
  fputs ("</g>\n", p->out);
  str_release (&clean);
  str_release (&line);
}

static void
put_step (const struct picture *p, size_t i)
{
  const struct story *s = p->story;
  const struct story_step *x = &s->steps.data[i];
  struct str label = {0}, line = {0};
  add_label (&label, s, x);
  if (x->pos.file && p->file && x->pos.line)
    str_printf (&line, "%d", x->pos.line);
  else if (x->pos.file && !p->file)
    add_place (&line, x->pos);
  put_label (p, 8, p->y[i], "dim code", str_text (&line), GUTTER - 20);
  fprintf (p->out, "<circle class=\"mark%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", i == p->failing ? " bad" : "", lane_x (p, x->thread), p->y[i]);
  if (x->partner != STORY_NONE)
    fprintf (p->out, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", lane_x (p, x->partner), p->y[i]);
  put_lines (p, lane_x (p, x->thread) + 10, p->y[i], str_text (&label));
  str_release (&label);
  str_release (&line);
}

static void
put_failure (const struct picture *p)
{
  const struct story *s = p->story;
  double x = lane_x (p, s->failed), y = p->y[s->steps.count];
  fprintf (p->out, "<path stroke=\"#c62828\" stroke-width=\"3\" d=\"M%.1f %.1fl10 10m0 -10l-10 10\"/>\n", x - 5, y - 5);
  put_label (p, x + 12, y, "bad strong", s->failure, WIDEST * 2);
}

static void
put_bracket (const struct picture *p)
{
  const struct story *s = p->story;
  if (s->loop_start >= 0 && (size_t) s->loop_start < s->steps.count)
    fprintf (p->out, "<path class=\"loop\" d=\"M%d %.1fh-6V%.1fh6\"><title>repeated forever</title></path>\n", GUTTER - 4,
             p->y[s->loop_start] - 8, p->y[s->steps.count] - 14);
}

static size_t
longest_word (const char *text)
{
  size_t longest = 0;
  for (const char *word = text; *word; word += strspn (word, " ")) {
    size_t n = strcspn (word, " ");
    longest = n > longest ? n : longest;
    word += n;
  }
  return longest;
}

/* Column widths from the labels, up to a bound; words are broken only if they are very long. */
static void
fit_lanes (struct picture *p)
{
  const struct story *s = p->story;
  struct str label = {0};
  size_t longest = 0, word = 0;
  bool several = false;
  for (size_t i = 0; i < s->threads.count; i++)
    p->lanes = s->threads.data[i].lane + 1 > p->lanes ? s->threads.data[i].lane + 1 : p->lanes;
  for (size_t i = 0; i < s->steps.count; i++) {
    const char *file = s->steps.data[i].pos.file;
    str_clear (&label);
    add_label (&label, s, &s->steps.data[i]);
    longest = text_width (str_text (&label)) > longest ? text_width (str_text (&label)) : longest;
    word = longest_word (str_text (&label)) > word ? longest_word (str_text (&label)) : word;
    several |= file && p->file && strcmp (file, p->file);
    p->file = p->file ? p->file : file;
  }
  p->file = several ? NULL : p->file;
  double widest = p->lanes > 4 ? WIDEST / 2 : WIDEST, lane = (double) (longest + 4) * LETTER;
  widest = (double) (word + 3) * LETTER > widest ? (double) (word + 3) * LETTER : widest;
  widest = widest < WIDEST ? widest : WIDEST;
  p->lane = lane < NARROWEST ? NARROWEST : lane > widest ? widest : lane;
  str_release (&label);
}

/* Chooses the steps that get a row, and the height of each from its label. */
static void
lay_out_rows (struct picture *p)
{
  const struct story *s = p->story;
  struct str label = {0};
  double y = TOP + ROW / 2.0;
  p->y = mem_zalloc ((s->steps.count + 1) * sizeof *p->y);
  p->has_row = mem_zalloc ((s->steps.count + 1) * sizeof *p->has_row);
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    p->has_row[i] |= !x->is_minor || x->after != STORY_NONE;
    if (x->after != STORY_NONE)
      p->has_row[x->after] = true;
  }
  for (size_t i = 0; i < s->steps.count; i++) {
    p->y[i] = y;
    str_clear (&label);
    add_label (&label, s, &s->steps.data[i]);
    if (p->has_row[i])
      y += ROW + LINE * (double) (count_lines (p, str_text (&label)) - 1);
  }
  p->y[s->steps.count] = y;
  p->bottom = y - ROW / 2.0 + (s->failed < s->threads.count ? ROW : 0);
  str_release (&label);
}

static void
put_story (const struct story *s, const struct finding *f, FILE *out)
{
  const char *title = f->message;
  struct picture p = {.out = out, .story = s, .failing = s->steps.count};
  struct diagram d;
  if (s->failed == STORY_NONE && s->loop_start < 0 && s->steps.count && VEC_LAST (s->steps).pos.line == f->pos.line)
    p.failing--;
  diagram_init (&d, s);
  fit_lanes (&p);
  lay_out_rows (&p);
  double width = GUTTER + 32 + p.lane * p.lanes, height = p.bottom + 16, heading = 16 + (double) text_width (title) * LETTER;
  width = heading > width ? heading < 3 * WIDEST ? heading : 3 * WIDEST : width;
  double end = s->failed < s->threads.count && s->failure ? lane_x (&p, s->failed) + 28 + (double) text_width (s->failure) * (LETTER + 1) : 0;
  width = end > width ? end < 3 * WIDEST + width ? end : width : width;
  fprintf (out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<title>", width, height, width, height);
  put_xml (title, out);
  fprintf (out, "</title>\n<style>%s</style>\n<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
           "patternTransform=\"rotate(45)\"><rect width=\"2\" height=\"6\" fill=\"#9aa5b5\"/></pattern><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
           "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0l8 4l-8 4z\" fill=\"#7a8699\"/></marker></defs>\n"
           "<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", style);
  put_label (&p, 8, 14, "strong", title, width - 16);
  put_lanes (&p, &d);
  put_spans (&p, &d);
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    if (x->after != STORY_NONE)
      put_arrow (&p, s->steps.data[x->after].thread, x->after, x->thread, i);
    if (x->partner != STORY_NONE)
      put_arrow (&p, x->thread, i, x->partner, i);
  }
  for (size_t i = 0; i < s->steps.count; i++)
    if (p.has_row[i])
      put_step (&p, i);
  if (s->failed < s->threads.count)
    put_failure (&p);
  put_bracket (&p);
  fputs ("</svg>\n", out);
  mem_free (p.y);
  mem_free (p.has_row);
  diagram_release (&d);
}

struct first { FILE *out; bool any; };

static void
put_first (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  struct first *first = context;
  (void) p;
  if (!first->any)
    put_story (s, f, first->out);
  first->any = true;
}

bool
report_svg (const struct report *r, FILE *out)
{
  struct first first = {out, false};
  each_finding (r, put_first, &first);
  if (!first.any) {
    fputs ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"40\"><text x=\"8\" y=\"24\">", out);
    put_xml (r->input, out);
    fprintf (out, ": %s</text></svg>\n", verdict_name (r->result->verdict));
  }
  return !ferror (out) && !fflush (out);
}
