#!/usr/bin/env python3
"""A standalone Spark cluster on this machine: one master, two workers with a core each, all on loopback.

    with Cluster(spark_home) as cluster:
        ... cluster.master ...

`spark_cluster.py COMMAND ...` starts one for a command, with the master in SPARK_MASTER. The processes are always
stopped, and their folder is removed. Nothing sleeps for a fixed time: the master is asked whether it is ready.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Cluster:
    def __init__(self, home, workers=2, memory="1g"):
        self.home = home
        self.count = workers
        self.memory = memory
        self.processes = []

    def environment(self):
        """The variables for processes that talk to the cluster."""
        settings = dict(os.environ)
        settings.update(
            SPARK_HOME=self.home,
            SPARK_LOCAL_IP="127.0.0.1",
            SPARK_MASTER=self.master,
            SPARK_CONF_DIR=os.path.join(self.folder, "conf"),
            PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"],
        )
        return settings

    def start(self, *arguments):
        log = open(os.path.join(self.folder, "log-%d" % len(self.processes)), "wb")
        process = subprocess.Popen(
            [os.path.join(self.home, "bin", "spark-class"), *arguments],
            env=self.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            start_new_session=True)
        self.processes.append(process)
        return process

    def state(self):
        """What the master knows; None if it does not answer yet."""
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/json/" % self.page, timeout=2) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None

    def __enter__(self):
        # Who ends a script that takes too long must not leave its cluster behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        self.folder = tempfile.mkdtemp(prefix="predicate-spark-")
        os.mkdir(os.path.join(self.folder, "conf"))
        with open(os.path.join(self.folder, "conf", "spark-defaults.conf"), "w") as file:
            file.write("spark.driver.host 127.0.0.1\nspark.driver.bindAddress 127.0.0.1\n")
            file.write("spark.ui.enabled false\nspark.executor.memory 512m\n")
            file.write("spark.local.dir %s\n" % os.path.join(self.folder, "local"))
        port, self.page = free_port(), free_port()
        self.master = "spark://127.0.0.1:%d" % port
        try:
            self.start(
                "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port),
                "--webui-port", str(self.page))
            self.wait("the master", lambda state: True)
            for number in range(self.count):
                self.start(
                    "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory",
                    self.memory, "--webui-port", str(free_port()), "--work-dir",
                    os.path.join(self.folder, "work-%d" % number), self.master)
            self.wait("%d workers" % self.count, lambda state: state["aliveworkers"] == self.count)
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait(self, what, is_ready):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for process in self.processes:
                if process.poll() is not None:
                    raise SystemExit("a process of the cluster ended while %s started:\n%s" % (what, self.logs()))
            state = self.state()
            if state and is_ready(state):
                return
            time.sleep(0.1)
        raise SystemExit("%s did not start within a minute:\n%s" % (what, self.logs()))

    def logs(self):
        text = ""
        for number in range(len(self.processes)):
            with open(os.path.join(self.folder, "log-%d" % number), errors="replace") as file:
                text += file.read()[-2000:]
        return text

    def __exit__(self, *_):
        # Workers first, so that they do not wait for a master.
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def find_home():
    """The folder of Spark: SPARK_HOME, or that of this Python's pyspark."""
    if os.environ.get("SPARK_HOME"):
        return os.environ["SPARK_HOME"]
    try:
        import pyspark
    except ImportError:
        raise SystemExit("no Spark: set SPARK_HOME, or run this with a Python that has pyspark")
    return os.path.dirname(pyspark.__file__)


if __name__ == "__main__":
    with Cluster(find_home()) as cluster:
        sys.exit(subprocess.call(sys.argv[1:], env=cluster.environment()))
