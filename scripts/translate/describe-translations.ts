import { readFileSync } from 'node:fs';
import { SERVICE_ROWS, type ShownRule } from '../../cli/translate/services.ts';
import { SERVICES, type Service } from '../../cli/translate/translation.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { TOLERATED_NAMES, TOLERATED_PREFIX } from '../../core/images/old-address.ts';
import { GENERATED, table } from '../markdown.ts';

const code = (name: string) => `\`${name}\``;

/** The parameters with an equal, a row each. */
function mappedRows(rules: Readonly<Record<string, ShownRule>>): string[][] {
  return Object.entries(rules).flatMap(([name, rule]) =>
    'to' in rule ? [[code(name), rule.to, rule.but ?? rule.about ?? '']] : [],
  );
}

/** The others, joined by their reason. */
function otherRows(rules: Readonly<Record<string, ShownRule>>): string[][] {
  const names = new Map<string, string[]>();
  for (const [name, rule] of Object.entries(rules)) {
    if ('to' in rule) continue;
    const line =
      'unmappable' in rule ? `not mappable | ${rule.unmappable}` : `dropped | ${rule.dropped}`;
    names.set(line, [...(names.get(line) ?? []), code(name)]);
  }
  return [...names].map(([line, all]) => [all.join(', '), ...line.split(' | ')]);
}

function describeTable([heading, rules]: readonly [string, Readonly<Record<string, ShownRule>>]) {
  const others = otherRows(rules);
  return [
    `### ${heading}`,
    table(['Parameter', 'Here', 'The image may differ'], mappedRows(rules)),
    ...(others.length > 0 ? [table(['Parameter', '', 'Reason'], others)] : []),
  ].join('\n\n');
}

/** The comparison with thumbor, from its recorded figures. */
function describePixels(): string {
  const file = new URL('thumbor-figures.json', import.meta.url);
  const figures: { readonly parts: string; readonly mean: number }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const rows = figures.map(({ parts, mean }) => [code(parts), String(mean)]);
  return `### thumbor: pixels

\`node test/translate/test-translate.ts\` starts thumbor 7.8.0 and makes images by its addresses. It compares their pixels with those of the translated addresses, on three images. All sizes are equal. The figure is the largest mean difference of a channel, of 255. Filters of one colour are compared on opaque images.

${table(['Address', 'Difference'], rows)}`;
}

/** The services, with the count of their parameters by their effect. */
function describeServices(): string {
  const rows = SERVICES.map((name) => {
    const { title, tables } = SERVICE_ROWS[name];
    const rules = Object.values(tables).flatMap((rows) => Object.values(rows));
    const mapped = rules.filter((rule) => 'to' in rule).length;
    const lost = rules.filter((rule) => 'unmappable' in rule).length;
    const counts = [mapped, lost, rules.length - mapped - lost].map(String);
    return [title, code(name), ...counts];
  });
  return table(['Service', '`--from`', 'Mapped', 'Not mappable', 'Dropped'], rows);
}

function describeService(name: Service): string {
  const { title, tables } = SERVICE_ROWS[name];
  const sections = Object.entries(tables).map(([heading, rules]) =>
    describeTable([`${title}: ${heading.toLowerCase()}`, rules]),
  );
  const all = name === 'thumbor' ? [...sections, describePixels()] : sections;
  return `## ${title}\n\n\`--from ${name}\`\n\n${all.join('\n\n')}`;
}

/** `docs/guides/addresses.md`: the translation of addresses, from the rules of each service. */
export function describeTranslations(): string {
  const services = SERVICES.map(describeService);
  return `${GENERATED}
# Old addresses

\`npx imagewell translate\` turns addresses of other image services into addresses of this one. It calls no service. Addresses come as arguments, from \`--file\`, or from the standard input, one a line.

\`\`\`sh
npx imagewell translate 'https://res.cloudinary.com/demo/image/upload/c_fill,w_300,h_200/bridge.jpg'
npx imagewell translate --file old.txt --table addresses.csv --json
\`\`\`

\`--table\` is the CSV file of \`import --addresses\`, or the manifest of an import ([Moving in](moving-in.md)). An image is found by its exact name in the old service: public ID, path, key or source URL. Without a table the answer has the extension and the query only.

An address that shows its service needs no \`--from\`: by its host, or by a path such as \`insecure/\`, \`unsafe/\`, \`cdn-cgi/image/\` or \`_next/image\`. \`--from\` names the service of all other addresses.

${describeServices()}

An image over the image, and a fallback, are named by an old address too. \`--table\` must have them: their IDs are in the new address. Without them the overlay stays out, with a note.

Each loss is named, and nothing is guessed. *approximate*: the image may differ. *not mappable*: the parameter is left out, and the image differs. *dropped*: it has no effect on the image. Signatures, expiry times and versions are dropped.

With \`--json\` each address is an object on a line: \`old\`, \`service\`, \`name\`, \`new\`, \`format\`, \`query\`, \`notes\`. A \`fault\` is the reason why the new address is missing. The command ends with 1 if an address has one, else with 8 if a parameter is not mappable.

## Texts

A text of Cloudinary (\`l_text\`), imgix (\`txt\`) or ImageKit (\`l-text\`) becomes \`overlay-text\` in the one font of this service ([Overlays and watermarks](watermarks.md)). A named font is no reason to leave the text out: it is always *approximate*. Other services have a font size in pixels, and this one has the width of the text in per cent. So the size is translated where the address has the width of the image, and the letters are Latin, Greek or Cyrillic. It holds where the result is as wide as that. A text with line breaks, or longer than its box in Cloudinary or ImageKit, becomes lines of that font size. A text has no offset in pixels, no angle, no shadow and no outline. A character that the font lacks leaves the text out.

## Redirects

The service can redirect old addresses to the images. A route is one old address and one new one; a project has at most ${LIMITS.maxRoutes.toLocaleString('en')}. The operator imports them:

\`\`\`sh
npx imagewell translate --file old.txt --table addresses.csv --csv > routes.csv
npx imagewell admin routes import prj_… routes.csv --data .data
npx imagewell admin routes list prj_… --data .data
\`\`\`

\`--stack NAME\` in place of \`--data\` names a deployed stack. The CDN then answers \`/old/prj_…/OLD_PATH?QUERY\` with \`308\` and the path of the image on the same host. Only the exact path and query match, in any order and encoding of the parameters. The answer is kept for an hour; a change of the routes purges the CDN.

URL builders, mails and advertisements add parameters that no image service reads. An address is the same with and without them: ${code(`${TOLERATED_PREFIX}…`)} and ${TOLERATED_NAMES.map(code).join(', ')}. A signature is no such parameter, nor is a common word such as \`ref\`.

Your old host must send its requests there. With Caddy:

\`\`\`
img.example.com {
  handle /res/* {
    reverse_proxy localhost:8080
  }
  handle {
    rewrite * /old/prj_…{uri}
    reverse_proxy localhost:8080
  }
}
\`\`\`

## Cost

An address with parameters counts toward the quota of transformations. Translate the addresses that your pages use, and no others.

${services.join('\n\n')}
`;
}
