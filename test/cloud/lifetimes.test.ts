import { openTables } from '../support/cloud/open-tables.ts';
import { describeLifetimes } from '../support/dynamodb/describe-lifetimes.ts';

describeLifetimes('DynamoDB', () => openTables());
