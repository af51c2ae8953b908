/* The look of the report: one style sheet that loads nothing. On a narrow screen the rows of the results
 * become cards; colours follow the reader's light or dark setting. */
#ifndef ZERMELO_ANALYSIS_REPORT_STYLE_H
#define ZERMELO_ANALYSIS_REPORT_STYLE_H

/* One rule in each entry. */
static const char *const report_style[] = {
  ":root{color-scheme:light dark;--page:#fbfbfa;--card:#fff;--text:#1c2127;--quiet:#626b76;"
  "--line:#e3e5e8;--accent:#2f6fd0;--ok:#1a7f42;--ok-bg:#e2f4e8;--bad:#b3261e;--bad-bg:#fce6e4;"
  "--new:#2f5fc4;--new-bg:#e5edfc;--open:#85600a;--open-bg:#faf0d4}",
  "@media(prefers-color-scheme:dark){:root{--page:#14171b;--card:#1b1f24;--text:#e2e5e9;"
  "--quiet:#98a1ac;--line:#2e343b;--accent:#6ea4f0;--ok:#63c98a;--ok-bg:#17351f;--bad:#ff8f86;"
  "--bad-bg:#45201d;--new:#8db6ff;--new-bg:#1c2f52;--open:#e3bd62;--open-bg:#3b3013}}",
  "*{box-sizing:border-box}",
  "body{margin:0;background:var(--page);color:var(--text);line-height:1.5;"
  "-webkit-text-size-adjust:100%;"
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
  "font-size:1rem}",
  "main,header,footer{max-width:76rem;margin:0 auto;padding:0 1.5rem}",
  "header{padding-top:2.5rem}",
  "footer{padding:1rem 1.5rem 3rem;color:var(--quiet);font-size:.85rem}",
  "h1,h2,h3{line-height:1.2;font-weight:650;letter-spacing:-.01em}",
  "h1{font-size:2rem;margin:0 0 .4rem}",
  "h2{font-size:1.5rem;margin:3rem 0 .75rem}",
  "h3{font-size:1.1rem;margin:2.5rem 0 .75rem}",
  ".lead{margin:0;color:var(--quiet);font-size:1.05rem}",
  ".which{margin:0 0 .35rem;color:var(--quiet);font-size:.9rem;overflow-wrap:anywhere}",
  "section{margin-top:3.5rem}",
  "section h2{margin-top:0}",
  "main>p,section>p,.plain{max-width:46rem}",
  ".plain{padding-left:1.2rem}",
  "a{color:var(--accent)}",
  "code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
  "font-size:.9em;overflow-wrap:anywhere}",
  "data{font-variant-numeric:tabular-nums;white-space:nowrap}",
  /* the run */
  ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.9rem 1.5rem;"
  "margin:1.25rem 0;padding:1.1rem 1.25rem;background:var(--card);border:1px solid var(--line);"
  "border-radius:.6rem}",
  ".facts div{min-width:0}",
  ".facts .wide{grid-column:1/-1}",
  "dt,.quiet,caption{color:var(--quiet);font-size:.82rem}",
  "dd{margin:.1rem 0 0;overflow-wrap:anywhere}",
  ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;"
  "margin:1.25rem 0}",
  ".tile{padding:.8rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem}",
  ".tile b{display:block;font-size:1.5rem;font-weight:650;line-height:1.25;letter-spacing:-.02em}",
  /* verdicts */
  ".verdict{display:inline-block;padding:.05em .6em;border-radius:1em;font-size:.82rem;font-weight:600;"
  "white-space:nowrap;background:var(--line);color:var(--text)}",
  ".ok{color:var(--ok);background:var(--ok-bg)}",
  ".differs{color:var(--bad);background:var(--bad-bg)}",
  ".new{color:var(--new);background:var(--new-bg)}",
  ".unknown{color:var(--open);background:var(--open-bg)}",
  ".alarm{margin:1.25rem 0;padding:.8rem 1.1rem;border-left:4px solid var(--bad);border-radius:.3rem;"
  "background:var(--bad-bg);color:var(--bad)}",
  ".alarm.open{border-left-color:var(--open);background:var(--open-bg);color:var(--open)}",
  ".alarm ul{margin:.3rem 0 0;padding-left:1.2rem}",
  ".verdicts{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 .75rem;padding:0;list-style:none}",
  /* tables */
  ".scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.6rem}",
  "table{border-collapse:collapse;width:100%;font-size:.92rem}",
  "th,td{padding:.42rem .7rem;text-align:left;vertical-align:baseline;"
  "border-bottom:1px solid var(--line)}",
  "tbody tr:last-child>*{border-bottom:0}",
  "thead th{color:var(--quiet);font-size:.8rem;font-weight:600;white-space:nowrap}",
  "tbody th{font-weight:500}",
  ".results td{white-space:nowrap}",
  "tfoot>tr>*{border-top:2px solid var(--line);border-bottom:0;font-weight:600}",
  ".n{text-align:right}",
  "td.subject,th.subject{overflow-wrap:anywhere;min-width:8rem}",
  ".results td.source{color:var(--quiet);font-size:.85rem;min-width:12rem;white-space:normal}",
  "tr.is-differs,tr.is-differs>*{background:var(--bad-bg)}",
  ".counter{white-space:nowrap}",
  ".counted td.quiet{width:100%}",
  ".counters th:first-child{position:sticky;left:0;background:var(--card)}",
  /* plots */
  ".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem;"
  "align-items:start}",
  "@media(min-width:64rem){.plots{grid-template-columns:1fr 1fr;grid-template-rows:auto 1fr}"
  ".tall{grid-row:span 2}}",
  "figure{margin:0;padding:1rem 1.1rem;background:var(--card);border:1px solid var(--line);"
  "border-radius:.6rem;min-width:0}",
  "figcaption{font-weight:600;font-size:.95rem;margin-bottom:.5rem}",
  "figcaption span{font-weight:400;color:var(--quiet)}",
  ".legend{margin:0 0 .5rem;color:var(--quiet);font-size:.85rem}",
  ".legend i{display:inline-block;width:.8em;height:.8em;border-radius:.15em;vertical-align:-.05em}",
  ".legend span{margin-right:.6em;color:var(--text)}",
  ".drawing{overflow-x:auto}",
  "svg{display:block;width:100%;min-width:19rem;height:auto;color:var(--text);font-family:inherit}",
  "svg text{font-family:inherit}",
  "svg .gridline{stroke:var(--line)}",
  ".missing{margin:0;color:var(--quiet);padding:1.5rem 0;text-align:center}",
  "summary{cursor:pointer;color:var(--quiet);font-size:.85rem;margin-top:.5rem}",
  "details table{margin-top:.5rem}",
  /* a narrow screen: rows become cards, each cell with the title of its column */
  "@media(max-width:44rem){",
  "  main,header,footer{padding-left:1rem;padding-right:1rem}",
  "  header{padding-top:1.5rem}",
  "  h1{font-size:1.6rem}",
  "  .results thead{display:none}",
  "  .results,.results tbody,.results tfoot{display:block}",
  "  .results tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem 1.1rem;padding:.7rem .9rem;"
  "border-bottom:1px solid var(--line)}",
  "  .results tbody tr:last-child{border-bottom:0}",
  "  .results th,.results td{display:block;padding:0;border:0;text-align:left;min-width:0}",
  "  .results .subject{flex:1 1 100%}",
  "  .results .source{flex:1 1 100%}",
  "  .results td:empty{display:none}",
  "  .results td[data-label]::before{content:attr(data-label)' ';color:var(--quiet);font-size:.8rem;"
  "font-weight:400}",
  "  .results tfoot tr{border-top:2px solid var(--line);border-bottom:0}",
  "  .results .subject{font-weight:650}",
  "  .facts{grid-template-columns:1fr 1fr}",
  "  .counted td,.counted th{padding:.42rem .5rem}",
  "}",
  "@media print{body{background:#fff}figure,.tile,tr{break-inside:avoid}}",
};

#endif
