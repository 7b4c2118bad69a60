import { problemsOf } from '../core/api/endpoint.ts';
import { ENDPOINTS } from '../core/api/endpoints.ts';
import { problemType } from '../core/foundation/delivery-problems.ts';
import { PROBLEMS, type ProblemCode } from '../core/foundation/problems.ts';
import { escapeHtml, htmlPage, inlineCode } from './html-page.ts';
import { type SiteFile, textFile } from './site-file.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** The names of the calls that may answer with a problem. */
function callsWith(code: ProblemCode): string[] {
  const calls = Object.values(ENDPOINTS).filter((one) => problemsOf(one).includes(code));
  return calls.map(({ name }) => name);
}

function describeProblem(code: ProblemCode, cdnUrl: string) {
  const { status, title, hint } = PROBLEMS[code];
  return { type: problemType(code, cdnUrl), code, status, title, hint, calls: callsWith(code) };
}

function problemPage(code: ProblemCode): string {
  const { status, title, hint } = PROBLEMS[code];
  const calls = callsWith(code);
  const named = calls.map((name) => `<li><code>${escapeHtml(name)}</code></li>`).join('\n');
  const list = named ? `<h2>Calls that answer it</h2>\n<ul>\n${named}\n</ul>` : '';
  return htmlPage(
    title,
    `<p class="kind">Problem <code>${code}</code> · HTTP ${status}</p>
<h1>${escapeHtml(title)}</h1>
<p>The <code>detail</code> of the answer tells the cause in that request, its <code>requestId</code> finds it in the log.</p>
<h2>What to do</h2>
<p>${inlineCode(hint)}</p>
${list}`,
  );
}

function listPage(): string {
  const rows = CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    const link = `<a href="/problems/${code}"><code>${code}</code></a>`;
    return `<tr><td>${status}</td><td>${link}</td><td>${escapeHtml(title)}</td></tr>`;
  });
  return htmlPage(
    'Problems',
    `<h1>Problems</h1>
<p>Each error of the service is <code>application/problem+json</code> (RFC 9457). Its <code>type</code> is the address of one of these pages.</p>
<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Title</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  );
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The pages that a problem's `type` opens, as HTML and as JSON, and the list of all. */
export function problemFiles(cdnUrl: string): SiteFile[] {
  const html = 'text/html; charset=utf-8';
  const all = CODES.map((code) => describeProblem(code, cdnUrl));
  const list = all.map(({ calls: _, ...facts }) => facts);
  return [
    textFile('problems/index.html', html, listPage()),
    textFile('problems/index.json', 'application/json', asJson({ problems: list })),
    ...all.flatMap((problem) => [
      textFile(`problems/${problem.code}.html`, html, problemPage(problem.code)),
      textFile(`problems/${problem.code}.json`, 'application/json', asJson(problem)),
    ]),
  ];
}
