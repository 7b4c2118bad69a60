"""Runs LocalStack's Lambda functions as processes of Node, in place of its containers.

A process gets one invocation at a time: a line of JSON on its standard input, a line back on a pipe
(init.mjs). As in Lambda one that ran out of time is killed, and one that ended is started anew.
"""

import base64
import json
import os
import queue
import subprocess
import tempfile
import threading

from localstack import config
from localstack.services.lambda_.invocation.lambda_models import InvocationResult
from localstack.services.lambda_.invocation.runtime_executor import RuntimeExecutor

INIT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "init.mjs")
LOOPBACK = "127.0.0.1"
# what a process needs of this machine; the rest of the environment is the function's own
PASSED_ON = ("PATH", "TMPDIR", "LD_LIBRARY_PATH")


class ProcessEnded(Exception):
    pass


class FunctionProcess:
    """One process with the function's code loaded."""

    def __init__(self, environment: dict[str, str], log):
        answers, theirs = os.pipe()
        self._child = subprocess.Popen(
            [os.environ["IMAGEWELL_NODE"], INIT, str(theirs)],
            cwd=environment["LAMBDA_TASK_ROOT"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            pass_fds=[theirs],
        )
        os.close(theirs)
        self._answers: queue.Queue[dict | None] = queue.Queue()
        threading.Thread(target=self._listen, args=(answers,), daemon=True).start()

    def _listen(self, answers: int) -> None:
        with os.fdopen(answers, encoding="utf-8") as lines:
            for line in lines:
                self._answers.put(json.loads(line))
        self._answers.put(None)

    def hear(self, timeout: float | None = None) -> dict:
        """The next answer; queue.Empty after the timeout (seconds), ProcessEnded."""
        answer = self._answers.get(timeout=timeout)
        if answer is None:
            raise ProcessEnded
        return answer

    def tell(self, message: dict) -> None:
        try:
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
            self._child.stdin.flush()
        except OSError as error:
            raise ProcessEnded from error

    def is_alive(self) -> bool:
        return self._child.poll() is None

    def kill(self) -> int:
        self._child.kill()
        return self._child.wait()


class ProcessExecutor(RuntimeExecutor):
    def __init__(self, id, function_version):
        super().__init__(id=id, function_version=function_version)
        self._process: FunctionProcess | None = None
        self._log = tempfile.TemporaryFile("a+b")
        self._read_to = 0

    def start(self, env_vars):
        code = self.function_version.config.code.get_unzipped_code_location()
        passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        own = {name: str(value) for name, value in env_vars.items()}
        self._environment = {**passed_on, **own, "LAMBDA_TASK_ROOT": str(code)}
        self._start_process()

    def _start_process(self) -> None:
        self._process = FunctionProcess(self._environment, self._log)
        try:
            # LocalStack's own timer ends a start that takes too long, by stop()
            loaded = self._process.hear()
        except ProcessEnded as error:
            raise RuntimeError(f"the process ended: {self.get_logs()}") from error
        if "error" in loaded:
            raise RuntimeError(f"the code could not be loaded: {json.dumps(loaded['error'])}")

    def invoke(self, payload):
        request_id = payload["invoke-id"]
        seconds = self.function_version.config.timeout
        try:
            if not self._process.is_alive():
                self._start_process()
            self._process.tell({**payload, "timeout-ms": seconds * 1000})
            answer = self._process.hear(seconds)
        except queue.Empty:
            self._process.kill()
            message = f"RequestId: {request_id} Error: Task timed out after {seconds}.00 seconds"
            answer = {"error": {"errorType": "Sandbox.Timedout", "errorMessage": message}}
        except ProcessEnded:
            code = self._process.kill()
            message = f"RequestId: {request_id} Error: Runtime exited with error: exit status {code}"
            answer = {"error": {"errorType": "Runtime.ExitError", "errorMessage": message}}
        is_error = "error" in answer
        # base64: what a function streams is no text
        error = json.dumps(answer.get("error")).encode()
        result = error if is_error else base64.b64decode(answer["result"])
        return InvocationResult(request_id, result, is_error, self._new_logs())

    def _new_logs(self) -> str:
        text = self._read_log(self._read_to)
        self._read_to += len(text)
        return text.decode(errors="replace")

    def _read_log(self, start: int) -> bytes:
        file = self._log.fileno()
        # pread: the process writes through the same file, whose position must stay
        return os.pread(file, os.fstat(file).st_size - start, start)

    def stop(self):
        if self._process:
            self._process.kill()
        self._log.close()

    def get_logs(self):
        return self._read_log(0).decode(errors="replace")

    def get_address(self):
        return LOOPBACK

    def get_endpoint_from_executor(self):
        return LOOPBACK

    def get_runtime_endpoint(self):
        return f"http://{LOOPBACK}:{config.GATEWAY_LISTEN[0].port}/_localstack_lambda/{self.id}"

    @classmethod
    def prepare_version(cls, function_version):
        runtime = function_version.config.runtime or ""
        if not runtime.startswith("nodejs"):
            raise RuntimeError(f"only functions of Node run here, not of {runtime}")
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version):
        pass
