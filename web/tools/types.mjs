// Makes src/lib/contract.ts, the types of all that server and page say to each other, from the server's own models.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const python = process.env.PYTHON ?? 'python';
const schema = JSON.parse(
  execFileSync(python, ['-m', 'parcours.table.contract'], { encoding: 'utf8', maxBuffer: 1 << 26 }),
);
for (const shape of Object.values(schema.$defs)) untitle(shape);
const text = await compile(schema, 'Contract', {
  additionalProperties: false,
  bannerComment:
    '/** What server and page say to each other. Made from the server’s models by `npm run types`: change those. */',
  unreachableDefinitions: true,
  format: true,
  style: { singleQuote: true, printWidth: 120 },
});
writeFileSync(
  process.argv[2] ?? 'src/lib/contract.ts',
  text
    .replace('\nexport interface Contract {}\n', '\n')
    .replace(/\n? *\*? ?@(min|max)Items \d+/g, '')
    .replace(/ *\/\*\*\s*\*\/\n/g, '')
    .replace(/\/\*\*\n \* This interface was referenced[^]*?\*\/\n/g, '')
    .replace(/ \*\n \* This interface was referenced.*\n \* via the `definition`.*\n/g, ''),
);

/** Titles of fields would become types of their own; tuples are written as older schemas do. */
function untitle(shape) {
  if (Array.isArray(shape)) shape.forEach(untitle);
  else if (shape && typeof shape === 'object') {
    if (typeof shape.title === 'string') delete shape.title;
    if (shape.prefixItems) {
      shape.items = shape.prefixItems;
      delete shape.prefixItems;
    } else {
      delete shape.minItems;
      delete shape.maxItems;
    }
    Object.values(shape).forEach(untitle);
  }
}
