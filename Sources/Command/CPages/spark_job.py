"""The driver of `predicate filter --from spark:`, run by spark-submit.

It is given a private folder with the tasks, and writes lines to the named pipe `answer` in it: what the workers wrote,
part by part in order, and about itself `P` (progress), `F` (a failure) and `E` (the end).

The workers run below the cluster's JVM, so its machines need no Python. A part counts only when its task is complete:
what a failed attempt wrote never arrives here.

Rows that Spark reads are described first (`C`); of lines that pass through Spark, the first are sent (`L`). What to make
of them then comes in the file `rows.json`, and the number of their parts is sent (`N`).
"""

import collections
import json
import os
import signal
import sys
import threading

folder = sys.argv[1]
with open(os.path.join(folder, "job.json"), encoding="utf-8") as file:
    spec = json.load(file)

answer = open(os.path.join(folder, "answer"), "wb", buffering=1 << 20)
lock = threading.Lock()
over = threading.Event()
# The number of parts whose answers have been sent.
done = [0]


class Gone(Exception):
    """Nobody reads the answer any more."""


def send(*lines, flush=True):
    """Writes lines of bytes."""
    with lock:
        try:
            for line in lines:
                answer.write(line)
                answer.write(b"\n")
            if flush:
                answer.flush()
        except (BrokenPipeError, ValueError):
            over.set()
            raise Gone


def say(kind, value):
    send(kind + json.dumps(value).encode("ascii"))


class PartFailure(Exception):
    """The cluster could not complete a part."""


class MissingTable(Exception):
    """The catalogue has no such table."""


def start():
    from pyspark import SparkConf, SparkContext

    conf = SparkConf()
    if "rows" not in spec:
        # Tasks only start workers, so code that is compiled soon is better than code that is compiled well. What the
        # user sets comes later on Java's command line, and counts.
        key = "spark.executor.defaultJavaOptions"
        conf.set(key, (conf.get(key, "") + " -XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1").strip())
    context = SparkContext(conf=conf)
    context.setLogLevel(spec["logLevel"])
    return context


def command_words(context):
    """The worker and its request, as a machine of the cluster names them."""
    from pyspark import SparkFiles

    if context.master.startswith("local"):
        return [SparkFiles.get("predicate-worker"), SparkFiles.get(spec["request"])]
    return ["./predicate-worker", "./" + spec["request"]]


def read_tasks():
    """The tasks, one for each part, as lines of JSON."""
    with open(os.path.join(folder, "tasks"), encoding="utf-8") as file:
        return [line for line in file.read().split("\n") if line]


# The number of parts that a task of Spark evaluates, on average. The bar of progress counts parts.
share = [1]


def piped(context, tasks):
    """The lines that workers write for some tasks.

    A task of Spark counts many parts, because a worker reads a part in less time than Spark needs to start it."""
    count = len(tasks)
    if spec["result"] == "count" and count:
        together = max(1, spec["taskBytes"] // spec["partBytes"])
        count = max(min(count, context.defaultParallelism), -(-count // together))
        share[0] = len(tasks) / count
    jvm = context._jvm
    words = jvm.java.util.ArrayList()
    for word in command_words(context):
        words.add(word)
    listed = jvm.java.util.ArrayList()
    for task in tasks:
        listed.add(task)
    # Exit statuses are checked by this pipe, unlike that of PySpark.
    return context._jsc.parallelize(listed, max(1, count)).pipe(words, jvm.java.util.HashMap(), False, 1 << 16, "UTF-8")


def loaded(served):
    """The lines that the JVM offers."""
    try:
        from pyspark.core.rdd import _load_from_socket
    except ImportError:
        # PySpark 3
        from pyspark.rdd import _load_from_socket
    from pyspark.serializers import UTF8Deserializer

    lines = _load_from_socket(served, UTF8Deserializer(use_unicode=False))
    if hasattr(lines, "__enter__"):
        with lines as stream:
            return list(stream)
    return list(lines)


class Tasks:
    """Parts of files, which workers read themselves."""

    def __init__(self, context, tasks):
        self.context, self.tasks = context, tasks

    def __len__(self):
        return len(self.tasks)

    def collected(self, numbers):
        """The lines for some parts, which are complete."""
        rdd = piped(self.context, self.tasks[numbers.start:numbers.stop])
        return loaded(self.context._jvm.PythonRDD.collectAndServe(rdd.rdd()))

    def all(self):
        return piped(self.context, self.tasks)

    def numbered(self, lines, numbers):
        return lines


class Rows:
    """Rows that Spark reads: each part goes to a worker as lines of JSON.

    Lines of files are strings with a character for each byte, and a part is a range of one file."""

    def __init__(self, context, lines, files=None):
        self.context = context
        # The frame of the lines of files; nothing for rows.
        self.files = files
        words = context._jvm.java.util.ArrayList()
        for word in [*command_words(context), "-"]:
            words.add(word)
        strings = getattr(lines._jdf, "as")(context._jvm.org.apache.spark.sql.Encoders.STRING())
        encoding = "UTF-8" if files is None else "ISO-8859-1"
        self.rdd = strings.javaRDD().pipe(words, context._jvm.java.util.HashMap(), False, 1 << 16, encoding)
        self.count = self.rdd.getNumPartitions()
        self.order = list(range(self.count))
        if files is not None:
            self.ranges = []
            for part in files._jdf.queryExecution().toRdd().partitions():
                file = part.files()[0]
                path = file.filePath().toPath()
                self.ranges.append((path.toString(), file.start(), path.toUri().toString()))
            self.order.sort(key=lambda number: (self.ranges[number][0].encode("utf-8"), self.ranges[number][1]))

    def __len__(self):
        return self.count

    def collected(self, numbers):
        """The lines for some parts, which are complete."""
        jvm = self.context._jvm
        chosen = self.context._gateway.new_array(jvm.int, len(numbers))
        for index, number in enumerate(numbers):
            chosen[index] = self.order[number]
        lines = jvm.java.util.ArrayList()
        for part in self.rdd.collectPartitions(chosen):
            lines.addAll(part)
        each = jvm.scala.jdk.javaapi.CollectionConverters.asScala(lines.iterator())
        found = loaded(jvm.PythonRDD.serveIterator(each, "predicate"))
        return found if self.files is None else [line.decode("utf-8").encode("latin-1") for line in found]

    def all(self):
        return self.rdd

    def numbered(self, lines, numbers):
        """The lines with the numbers of their parts, which their workers do not know."""
        left = iter(numbers)
        for index, line in enumerate(lines):
            if line[:1] == b"T":
                summary = json.loads(line[1:])
                summary["part"] = next(left, -1)
                if self.files is not None and summary["part"] >= 0:
                    self.place(summary)
                lines[index] = b"T" + json.dumps(summary).encode("ascii")
        return lines

    def place(self, summary):
        """Gives the errors of a part, which a worker places in its own lines, their places in the file."""
        errors = [*summary.get("badRecords", []), *([summary["failure"]] if "failure" in summary else [])]
        if not errors:
            return
        from pyspark.sql import functions

        path, start, address = self.ranges[self.order[summary["part"]]]
        first, before = self.first_line(path, start), 0
        if start:
            # Spark's versions spell the path in one of these ways.
            spelled = [path, address, address.replace(":///", ":/", 1)]
            metadata = functions.col("_metadata.file_path").isin(spelled)
            before = self.files.where(metadata & (functions.col("_metadata.file_block_start") < start)).count()
        for error in errors:
            error["file"] = path
            if "offset" in error:
                error["offset"] += first
                error["line"] += before

    def first_line(self, path, start):
        """The offset of the first line of the range that begins at an offset."""
        jvm = self.context._jvm
        place = jvm.org.apache.hadoop.fs.Path(path)
        stream = place.getFileSystem(self.context._jsc.hadoopConfiguration()).open(place)
        try:
            stream.seek(start)
            while True:
                read = bytes(jvm.org.apache.commons.io.IOUtils.readFully(stream, min(1 << 16, stream.available())))
                if not read:
                    return start
                if start == 0:
                    return 3 if read[:3] == b"\xef\xbb\xbf" else 0
                feed = read.find(b"\n")
                if feed >= 0:
                    return start + feed + 1
                start += len(read)
        finally:
            stream.close()


def opened(spark):
    """The rows of the files or the table that are asked for."""
    rows = spec["rows"]
    # Times in UTC, names and texts of the expression as they are.
    for key, value in {
        "spark.sql.session.timeZone": "UTC", "spark.sql.caseSensitive": "true",
        "spark.sql.variable.substitute": "false", "spark.sql.parser.escapedStringLiterals": "false",
    }.items():
        spark.conf.set(key, value)
    if "lines" in rows:
        # Each part is a range of one file, so that records come in the order of the files.
        for key in ("maxPartitionBytes", "openCostInBytes"):
            spark.conf.set("spark.sql.files." + key, str(rows["partBytes"]))
        # Only a line feed ends a line, whatever else Spark takes for one.
        return spark.read.option("lineSep", "\n").text(rows["lines"])
    if "partBytes" in rows and spark.sparkContext.getConf().get("spark.sql.files.maxPartitionBytes") is None:
        spark.conf.set("spark.sql.files.maxPartitionBytes", str(rows["partBytes"]))
    if "path" in rows:
        return spark.read.format(rows["format"]).load(rows["path"])
    try:
        return spark.table(rows["table"])
    except Exception as error:
        if getattr(error, "getErrorClass", lambda: "")() != "TABLE_OR_VIEW_NOT_FOUND":
            raise
        names = []
        try:
            names = [table.name for table in spark.catalog.listTables()][:1000]
        except Exception:
            pass
        raise MissingTable(names)


def rows(context):
    """Describes the rows, and waits for what to make of them."""
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.getOrCreate()
    frame = opened(spark)
    is_lines = "lines" in spec["rows"]
    if is_lines:
        first = [row[0] for row in frame.selectExpr("decode(CAST(value AS BINARY), 'ISO-8859-1')").head(spec["rows"]["sample"])]
        whole = len(first) < spec["rows"]["sample"]
        say(b"L", {"text": "".join(line + "\n" for line in first), "whole": whole})
    else:
        send(b"C" + json.dumps(json.loads(frame._jdf.schema().json())).encode("ascii"))
    if spec.get("describe"):
        return None
    path = os.path.join(folder, "rows.json")
    while not os.path.exists(path):
        if over.wait(0.02):
            raise Gone
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    spec["result"], spec["partsAtOnce"] = told["result"], told["partsAtOnce"]
    context.addFile(os.path.join(folder, spec["request"]))
    if told.get("where"):
        # What another version of Spark does not know is left to the workers, which evaluate the whole predicate.
        try:
            frame = frame.alias("row").where(told["where"])
        except Exception:
            pass
    try:
        made = frame.selectExpr(told["line"] + " AS value")
    except Exception:
        # A version of Spark that cannot tell whether texts are UTF-8.
        if "plainLine" not in told:
            raise
        made = frame.selectExpr(told["plainLine"] + " AS value")
    found = Rows(context, made, frame if is_lines else None)
    say(b"N", {"parts": len(found)})
    return found


def check(lines, numbers):
    """Refuses parts that are not whole."""
    ended = [json.loads(line[1:])["part"] for line in lines if line[:1] == b"T"]
    refused = any(line[:1] == b"X" for line in lines)
    if not refused and (ended != list(numbers) or lines[-1][:1] != b"T"):
        raise PartFailure("the answer of a part is not complete")


def stream(context, source):
    """Sends the parts in order. Some are evaluated ahead: enough to keep the cluster busy, but no more than fit into a
    fixed amount of memory if their answers are as large as the largest so far."""
    largest = 0
    # Numbers are small, so many parts can share a job.
    size = 1 if spec["result"] == "records" else max(1, spec["partsAtOnce"])
    groups = [range(first, min(len(source), first + size)) for first in range(0, len(source), size)]
    waiting = collections.deque(groups)
    running = collections.deque()

    def begin():
        numbers = waiting.popleft()
        found = {"numbers": numbers}

        def work():
            try:
                found["lines"] = source.numbered(source.collected(numbers), numbers)
                check(found["lines"], numbers)
            except BaseException as error:
                found["error"] = error

        found["thread"] = threading.Thread(target=work, daemon=True)
        found["thread"].start()
        running.append(found)

    while (waiting or running) and not over.is_set():
        fitting = spec["waitingBytes"] // max(1, largest or spec["partBytes"])
        most = max(2, min(2 * context.defaultParallelism, fitting))
        while waiting and len(running) < most:
            begin()
        found = running.popleft()
        while found["thread"].is_alive() and not over.is_set():
            found["thread"].join(0.2)
        if over.is_set():
            return
        if "error" in found:
            raise found["error"]
        largest = max(largest, sum(len(line) for line in found["lines"]))
        send(*found["lines"])
        done[0] += len(found["numbers"])
        found.clear()


def write(context, source):
    """Writes the records on the cluster, and sends the summaries. Nothing is written if a part fails."""
    from pyspark.sql import DataFrame, SparkSession, functions

    spark = SparkSession.builder.getOrCreate()
    target = context._jvm.org.apache.hadoop.fs.Path(spec["into"])
    if target.getFileSystem(context._jsc.hadoopConfiguration()).exists(target):
        raise PartFailure("%s exists; --into needs a new folder" % spec["into"])
    level = context._jvm.org.apache.spark.storage.StorageLevel.DISK_ONLY()
    rdd = source.all().persist(level)
    lines = DataFrame(
        spark._jsparkSession.createDataset(rdd.rdd(), context._jvm.org.apache.spark.sql.Encoders.STRING()), spark)
    if "lines" in spec.get("rows", {}):
        lines = lines.selectExpr("decode(encode(value, 'ISO-8859-1'), 'UTF-8') AS value")
    told = lines.where(~functions.col("value").startswith("D"))
    summaries = [row[0].encode("utf-8") for row in told.collect()]
    numbers = range(len(source))
    summaries = source.numbered(summaries, numbers)
    check(summaries, numbers)
    refused = any(line[:1] == b"X" or "failure" in json.loads(line[1:]) for line in summaries)
    if not refused:
        blocks = lines.where(functions.col("value").startswith("D"))
        block = functions.col("value").substr(functions.lit(2), functions.length("value"))
        records = functions.explode(functions.split(block, "\x1e"))
        rows = blocks.select(records.alias("value")).where(functions.length("value") > 0)
        rows = rows.select(functions.translate("value", "\x1d", "\r").alias("value"))
        rows.write.option("lineSep", "\n").text(spec["into"])
    send(*summaries)


def report(context):
    """Sends the progress, by the cluster's status. It also shows whether anybody still reads."""
    tracker = context.statusTracker()
    while not over.wait(0.5):
        try:
            stages = [tracker.getStageInfo(number) for number in tracker.getActiveStageIds()]
            completed = sum(stage.numCompletedTasks for stage in stages if stage)
            say(b"P", {"done": done[0] + int(completed * share[0])})
        except Gone:
            context.cancelAllJobs()
            return
        except Exception:
            # The context has stopped.
            return


def reason(error):
    """The first sentence of the cluster's reason."""
    if isinstance(error, PartFailure):
        return {"reason": str(error), "text": ""}
    if isinstance(error, MissingTable):
        return {"missingTable": spec["rows"]["table"], "tables": error.args[0]}
    text = str(getattr(error, "java_exception", None) or error) or type(error).__name__
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return {"reason": lines[0] if lines else "unknown", "text": text[:4000]}


def main():
    context = None
    try:
        context = start()
        signal.signal(signal.SIGTERM, lambda *_: over.set())
        say(b"S", {"application": context.applicationId, "parallelism": context.defaultParallelism})
        threading.Thread(target=report, args=(context,), daemon=True).start()
        source = rows(context) if "rows" in spec else Tasks(context, read_tasks())
        if source is None:
            pass
        elif spec.get("into"):
            write(context, source)
        else:
            stream(context, source)
        send(b"E")
    except Gone:
        pass
    except BaseException as error:
        try:
            say(b"F", reason(error))
        except Gone:
            pass
    finally:
        over.set()
        if context is not None:
            context.cancelAllJobs()
            context.stop()
        try:
            answer.close()
        except BrokenPipeError:
            pass


main()
