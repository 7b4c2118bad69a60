import { Stack } from 'aws-cdk-lib';
import { Alarm, Dashboard, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { ServiceConfig } from '../../service-config.ts';
import { type AlarmRule, alarmRules } from './alarm-rules.ts';
import { widgets } from './dashboard-widgets.ts';
import type { Watched } from './watched.ts';

export interface MonitoringProps extends Watched {
  /** The recipients of alarms. */
  readonly config: Pick<ServiceConfig, 'alarmEmail' | 'alarmTopic'>;
}

/** The dashboard, and alarms that require an action. */
export class Monitoring extends Construct {
  /** By name. */
  readonly alarms: Readonly<Record<string, Alarm>>;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const topic = this.findTopic(props.config);
    const alarms = Object.entries(alarmRules(props)).map(([name, rule]) => [
      name,
      this.addAlarm(name, rule, topic),
    ]);
    this.alarms = Object.fromEntries(alarms);
    new Dashboard(this, 'Dashboard', { widgets: widgets(props) });
  }

  private findTopic({ alarmEmail, alarmTopic }: MonitoringProps['config']): ITopic | undefined {
    if (alarmTopic) return alarmTopic;
    if (!alarmEmail) return undefined;
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    // the topic's own policy replaces the one that admits the whole account
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }

  private addAlarm(name: string, rule: AlarmRule, topic: ITopic | undefined): Alarm {
    const { metric, threshold, periods = 1 } = rule;
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods: periods,
      alarmDescription: rule.description,
      treatMissingData: TreatMissingData.NOT_BREACHING, // no request, no fault
    });
    if (topic) alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  }
}
