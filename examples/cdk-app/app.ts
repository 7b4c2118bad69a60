import { App, CfnOutput, aws_lambda as lambda, Stack } from 'aws-cdk-lib';
import { ImageService } from 'imagewell-cdk';

const stack = new Stack(new App(), 'Shop');
const images = new ImageService(stack, 'Images', { parameterPrefix: '/shop/images' });
const shop = new lambda.Function(stack, 'Backend', {
  runtime: lambda.Runtime.NODEJS_24_X,
  handler: 'index.handler',
  code: lambda.Code.fromInline('exports.handler = async () => "hello";'),
  environment: { KEYS: images.uploadKeyParameter },
});
images.grantUpload(shop);
new CfnOutput(stack, 'Images-Url', { value: images.cdnUrl });
