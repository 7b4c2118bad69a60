import { failed, passed, warned } from '../checks/run-checks.ts';
import { CLOUDWATCH, mayCloudWatchPublish } from './may-publish.ts';
import { checkOfSettings, placeOf } from './setting-check.ts';
import type { FoundTopic } from './setting-subject.ts';

/**
 * AWS re:Post Knowledge Center, "Why didn't I receive an SNS notification for my CloudWatch alarm
 * trigger?". The policy of this key can't be changed, and it doesn't let CloudWatch in.
 */
const KEY_OF_AWS = /(^|\/)alias\/aws\/sns$|^aws\/sns$/;

function findDoubts({ keyId, policy, confirmedSubscriptions }: FoundTopic): string[] {
  return [
    ...(keyId === undefined
      ? []
      : KEY_OF_AWS.test(keyId)
        ? ['It is encrypted with the key of AWS, with which CloudWatch cannot publish.']
        : [`Its key ${keyId} must let ${CLOUDWATCH} use kms:Decrypt and kms:GenerateDataKey*.`]),
    ...(mayCloudWatchPublish(policy) ? [] : ['Its policy does not let CloudWatch publish.']),
    ...(confirmedSubscriptions === 0 ? ['It has no confirmed subscription.'] : []),
  ];
}

const alarmTopic = checkOfSettings({
  name: 'alarm-topic',
  title: 'The topic of the alarms exists, and CloudWatch can publish to it',
  failureMeans:
    'Failures would go unnoticed: CloudWatch does not report that it cannot publish. Use a standard topic in the region of the stack, with a key of your own or none.',
  needs: ['credentials', 'settings'],
  otherwise: 'No alarmTopicArn is set.',
  async run(stage) {
    const { alarmTopicArn: arn } = stage.settings;
    if (!arn) return undefined;
    const { region } = placeOf(arn);
    const required = stage.account.region;
    if (region !== required)
      return failed(`The topic is in ${region}, and must be in ${required}.`);
    const topic = await stage.findTopic(arn);
    if (!topic) return failed(`The topic ${arn} does not exist.`);
    if (topic.isFifo) return failed('It is a FIFO topic, which CloudWatch does not support.');
    const doubts = findDoubts(topic);
    return doubts.length > 0 ? warned(doubts.join(' ')) : passed('CloudWatch can publish to it.');
  },
});

const alarmEmail = checkOfSettings({
  name: 'alarm-email',
  title: 'The address of the alarms can receive mail',
  failureMeans:
    'The subscription could not be confirmed, and failures would go unnoticed. Correct `alarmEmail`.',
  needs: ['settings'],
  otherwise: 'No alarmEmail is set.',
  async run(stage) {
    const { alarmEmail: address } = stage.settings;
    if (!address) return undefined;
    const domain = address.slice(address.lastIndexOf('@') + 1);
    const servers = await stage.resolveMailServers(domain);
    // RFC 7505: a single server without a name refuses all mail
    if (servers.length > 0 && servers.every((server) => server === '' || server === '.')) {
      return failed(`${domain} accepts no mail.`);
    }
    // RFC 5321 section 5.1: without a record of mail servers, the address is one
    const isReachable = servers.length > 0 || (await stage.hasAddress(domain));
    return isReachable
      ? passed(`${domain} has a mail server.`)
      : failed(`${domain} has no mail server in the DNS.`);
  },
});

/** The way of an alarm to its reader. */
export const ALARM_CHECKS = [alarmTopic, alarmEmail];
