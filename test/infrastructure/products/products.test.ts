import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needlessAcknowledgements } from './support/acknowledgements.ts';
import { CHECK_NAMES, CHECKS } from './support/checks.ts';
import type { Product } from './support/product.ts';
import { PRODUCT_NAMES, PRODUCTS } from './support/products.ts';

const folder = mkdtempSync(join(tmpdir(), 'imagewell-products-'));
afterAll(() => rmSync(folder, { recursive: true }));

const products = new Map<string, Product>();

describe.each(PRODUCT_NAMES)('%s', (name) => {
  // one synth for all checks
  let product: Product;
  beforeAll(() => {
    product = PRODUCTS[name](folder);
    products.set(name, product);
  });

  it.each(CHECK_NAMES)('%s', (check) => {
    expect(CHECKS[check](product)).toEqual([]);
  });
});

describe('all products together', () => {
  it('need each acknowledgement of the construct', () => {
    expect(products.size).toBe(PRODUCT_NAMES.length);
    expect(needlessAcknowledgements([...products.values()])).toEqual([]);
  });
});
