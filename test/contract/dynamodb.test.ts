import { createDynamoProjectStore } from '../../adapters/dynamodb/projects/project-store.ts';
import { describeLifetimes } from '../support/dynamodb/describe-lifetimes.ts';
import { describeDynamoStores } from '../support/dynamodb/describe-stores.ts';
import type { OpenTables } from '../support/dynamodb/open-stores.ts';
import { createImageStores } from '../support/dynamodb/open-stores.ts';
import { openStrictTables } from '../support/dynamodb/strict-tables.ts';
import { describeImageRaces } from './image-races.ts';

const open: OpenTables = async () => {
  const tables = openStrictTables();
  const [first, second] = [tables.connect(), tables.connect()] as const;
  const projects = createDynamoProjectStore(first, tables.names.projects);
  return { first, second, names: tables.names, projects, remove: async () => {} };
};

// a request that AWS refuses is an error here, and so is an item that is read too late, kept too
// long, or changed unseen
describeDynamoStores('DynamoDB’s own rules', open);
describeLifetimes('DynamoDB’s own rules', open);
describeImageRaces('DynamoDB’s own rules', () => createImageStores(open));
