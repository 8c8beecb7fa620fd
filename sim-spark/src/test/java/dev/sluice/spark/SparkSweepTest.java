// SPDX-License-Identifier: Apache-2.0
package dev.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps on Spark itself: in one process, and on a standalone cluster on loopback. */
final class SparkSweepTest {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int POINTS = 12;
    private static final int PATIENCE_SECONDS = 240;
    private static final List<String> SWEEP = List.of("upload-scale-readback", "--vary", "caches.l2.latency=20..42+2");
    private static final List<String> OPENS = Stream.of(
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.reflect",
                    "java.io",
                    "java.net",
                    "java.nio",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic",
                    "sun.nio.ch",
                    "sun.nio.cs",
                    "sun.security.action",
                    "sun.util.calendar")
            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
            .toList();

    @TempDir
    private Path temporary;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endEverything() {
        started.forEach(SparkSweepTest::kill);
    }

    @Test
    void should_give_what_a_sweep_in_one_process_gives() throws Exception {
        Process alone = java("dev.sluice.cli.Main", words("sweep", SWEEP, "-o", "alone"));
        Process spark = java(SparkSweep.class.getName(), words(null, SWEEP, "-o", "spark", "--master", "local[2]"));

        assertThat(end(alone)).isZero();
        assertThat(end(spark)).as(log()).isZero();
        assertThat(temporary.resolve("spark/results.csv"))
                .hasSameTextualContentAs(temporary.resolve("alone/results.csv"));
        assertThat(temporary.resolve("spark/results.jsonl"))
                .hasSameTextualContentAs(temporary.resolve("alone/results.jsonl"));
    }

    @Test
    void should_have_every_point_once_though_a_worker_is_killed() throws Exception {
        String master = master();
        Process first = worker(master, "first");
        worker(master, "second");
        Process sweep = java(
                SparkSweep.class.getName(),
                words(
                        null,
                        SWEEP,
                        "-o",
                        "spark",
                        "--master",
                        master,
                        "--conf",
                        "spark.executor.memory=512m",
                        "--conf",
                        "spark.driver.host=" + LOOPBACK,
                        "--conf",
                        "spark.executor.extraClassPath=" + System.getProperty("java.class.path"),
                        "--conf",
                        "spark.executor.extraJavaOptions=" + String.join(" ", OPENS)));

        await(sweep, 2);
        kill(first);
        int before = records().size();
        int code = end(sweep);

        assertThat(code).as(log()).isZero();
        assertThat(before).isLessThan(POINTS);
        assertThat(records()).hasSize(POINTS).doesNotHaveDuplicates();
        assertThat(end(java("dev.sluice.cli.Main", words("sweep", SWEEP, "-o", "alone"))))
                .isZero();
        assertThat(temporary.resolve("spark/results.csv"))
                .hasSameTextualContentAs(temporary.resolve("alone/results.csv"));
    }

    @Test
    void should_tell_a_master_that_is_not_there() throws Exception {
        Process sweep = java(
                SparkSweep.class.getName(), words(null, SWEEP, "-o", "spark", "--master", "nonsense://" + LOOPBACK));

        assertThat(end(sweep)).isEqualTo(2);
        assertThat(log()).contains("spark nonsense://").doesNotContain("\tat ");
    }

    private static List<String> words(String command, List<String> sweep, String... more) {
        List<String> words = new ArrayList<>();
        if (command != null) {
            words.add(command);
        }
        words.addAll(sweep);
        words.addAll(List.of(more));
        return words;
    }

    /** The indices of the points in the journal, in the order of its lines. */
    private List<String> records() throws IOException {
        Path journal = temporary.resolve("spark/journal.jsonl");
        return Files.exists(journal)
                ? Files.readAllLines(journal).stream()
                        .filter(line -> line.startsWith("{\"point\":"))
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList()
                : List.of();
    }

    private void await(Process sweep, int count) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (records().size() < count) {
            assertThat(sweep.isAlive()).as(log()).isTrue();
            assertThat(System.nanoTime()).as("too slow: " + log()).isLessThan(end);
            Thread.sleep(20);
        }
    }

    private String master() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            port = free.getLocalPort();
        }
        java(
                "org.apache.spark.deploy.master.Master",
                List.of("--host", LOOPBACK, "--port", Integer.toString(port), "--webui-port", "0"));
        for (int tries = 0; ; tries++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(LOOPBACK, port), 1000);
                return "spark://" + LOOPBACK + ":" + port;
            } catch (IOException e) {
                assertThat(tries).as("the master does not start: " + log()).isLessThan(PATIENCE_SECONDS);
                Thread.sleep(1000);
            }
        }
    }

    private Process worker(String master, String name) throws IOException {
        return java(
                "org.apache.spark.deploy.worker.Worker",
                List.of(
                        "--host",
                        LOOPBACK,
                        "--webui-port",
                        "0",
                        "-c",
                        "1",
                        "-m",
                        "600m",
                        "-d",
                        temporary.resolve(name).toString(),
                        master));
    }

    private Process java(String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.addAll(OPENS);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(temporary.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        temporary.resolve("log").toFile()));
        builder.environment().put("SPARK_HOME", home().toString());
        builder.environment().put("SPARK_LOCAL_IP", LOOPBACK);
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** An installation of Spark, as workers look for one: the jars of this test. */
    private Path home() throws IOException {
        Path jars = temporary.resolve("home/jars");
        if (!Files.exists(jars)) {
            Files.createDirectories(jars);
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (entry.endsWith(".jar")) {
                    Path jar = Path.of(entry).toAbsolutePath();
                    Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
                }
            }
        }
        return jars.getParent();
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** With its children: the executors of a worker. */
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private String log() {
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(temporary.resolve("log"), StandardCharsets.UTF_8));
            try (Stream<Path> files = Files.walk(temporary)) {
                for (Path file : files.filter(one -> one.endsWith("stderr")).toList()) {
                    lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
                }
            }
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return Arrays.toString(e.getStackTrace());
        }
    }
}
