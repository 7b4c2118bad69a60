"""Starts LocalStack's runtime in host mode, without Docker and without its downloads.

Five things differ from the container image, each in one function below: functions run as processes,
DynamoDB Local is the one from Maven, Java is this machine's own, and the gateway listens on the
loopback interface alone. Everything else is LocalStack's own code.
"""

import functools
import os
import sys

from twisted.internet import endpoints

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def listen_on_loopback():
    """Host mode binds 0.0.0.0 whatever GATEWAY_LISTEN names; its functions take anybody's code."""
    endpoints.TCP4ServerEndpoint = functools.partial(
        endpoints.TCP4ServerEndpoint, interface="127.0.0.1"
    )


def run_functions_as_processes():
    from localstack.services.lambda_.invocation import plugins

    def load(self, *args, **kwargs):
        from process_executor import ProcessExecutor

        return ProcessExecutor

    plugins.DockerRuntimeExecutorPlugin.load = load


def use_own_dynamodb():
    """The archive that LocalStack downloads is, in parts, what Maven has."""
    from localstack.services.dynamodb import packages, server

    packages.DynamoDBLocalPackageInstaller.install = lambda self, *args, **kwargs: None
    packages.DynamoDBLocalPackageInstaller.get_java_env_vars = lambda self: {}
    jars = os.environ["IMAGEWELL_DYNAMODB_JARS"]

    def command(self):
        return [
            os.environ["IMAGEWELL_JAVA"],
            f"-Xmx{self.heap_size}",
            f"-Djava.library.path={jars}",
            "-cp",
            f"{jars}/*",
            "software.amazon.dynamodb.services.local.main.ServerRunner",
            "-inMemory",
            "-port",
            str(self.port),
        ]

    server.DynamodbServer._create_shell_command = command


listen_on_loopback()
run_functions_as_processes()
use_own_dynamodb()

from localstack.runtime.main import main  # noqa: E402 (it reads what was replaced above)

main()
