import { describe, expect, it } from 'vitest';
import { explainPathFault } from '../../../../core/images/explain-path-fault.ts';

const explain = (extension: string) =>
  explainPathFault(`/res/img_x.${extension}`, 'unsupported_output_format');

describe('the cure of a misspelt extension (delivery.extension)', () => {
  it.each([
    ['wepb', 'webp'],
    ['WEPB', 'webp'],
    ['jpgg', 'jpg'],
    ['jpeeg', 'jpeg'],
    ['jepg', 'jpg'],
    ['pgn', 'png'],
    ['apng', 'png'],
    ['avfi', 'avif'],
    ['gfi', 'gif'],
    ['atuo', 'auto'],
  ])('.%s is near .%s', (sent, meant) => {
    const told = `No format has the extension .${sent.toLowerCase()}. Did you mean .${meant}?`;
    expect(explain(sent)).toBe(told);
  });

  it.each(['svg', 'bmp', 'tif', 'tiff', 'jp2', 'jxl', 'jfif', 'heic', 'pdf', '', 'jpg%22', 'x'])(
    '.%s is near none',
    (sent) => expect(explain(sent)).toBeUndefined(),
  );

  it('is asked for no other fault', () => {
    expect(explainPathFault('/res/img_x.wepb', 'image_not_found')).toBeUndefined();
  });
});
