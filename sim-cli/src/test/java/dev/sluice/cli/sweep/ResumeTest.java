// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static dev.sluice.cli.sweep.SweepFixture.RESULTS;
import static dev.sluice.cli.sweep.SweepFixture.TWELVE;
import static dev.sluice.cli.sweep.SweepFixture.refused;
import static dev.sluice.cli.sweep.SweepFixture.results;
import static dev.sluice.cli.sweep.SweepFixture.sweep;
import static dev.sluice.cli.sweep.SweepFixture.text;
import static dev.sluice.cli.sweep.SweepFixture.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.sluice.cli.Cli;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sweep --resume}: after whatever ended the program. */
final class ResumeTest {
    private static final List<String> MANY =
            List.of("--vary", "caches.l1.latency=20..50+1", "--vary", "caches.l2.latency=100..130+10", "--jobs", "2");

    @TempDir
    private Path dir;

    private Path stream = Path.of("");

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = SweepFixture.stream(dir);
    }

    /** The process dies without a chance to do anything, as often as it takes to see it in the midst. */
    @Test
    void a_sweep_that_was_killed_goes_on_without_losing_or_repeating_a_point() throws Exception {
        sweep(stream, dir.resolve("whole"), MANY.toArray(String[]::new));
        Map<String, String> whole = results(dir.resolve("whole"));
        Path out = dir.resolve("killed");
        Path journal = out.resolve("journal.jsonl");

        int before = stop(out, journal, Process::destroyForcibly);
        List<String> written = records(journal);
        Cli resumed = sweep(stream, out, with(MANY, "--resume"));

        assertThat(before).isBetween(5, 123);
        assertThat(resumed.err()).isEmpty();
        assertThat(results(out)).isEqualTo(whole);
        assertThat(records(journal)).startsWith(written.toArray(String[]::new)).hasSize(124);
        assertThat(records(journal).stream()
                        .map(line -> PointRecord.of(line))
                        .map(record -> record == null ? -1 : record.index()))
                .doesNotHaveDuplicates()
                .doesNotContain(-1);
    }

    @Test
    void a_device_that_a_stream_is_given_and_that_has_changed_is_told() throws IOException {
        String tiny = Files.readString(Path.of(Objects.requireNonNull(System.getProperty("sluice.root")))
                .resolve("configs/devices/tiny-1.yaml"));
        Path slow = Files.writeString(dir.resolve("slow.yaml"), tiny);
        List<String> vary = List.of("--vary", "stream.device=tiny-2," + slow);
        Path yaml = Files.writeString(dir.resolve("y.yaml"), """
                sluice: 1
                name: y
                device: tiny-1
                memory: [{name: m, size: 4KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 64}]
                program:
                  - queueSubmit: {commands: [{fillBuffer: {dst: x, data: 1}}]}
                """);
        assertThat(sweep(yaml, dir.resolve("out"), with(vary)).err()).isEmpty();
        Files.writeString(slow, tiny + "# edited\n");

        Cli resumed = sweep(yaml, dir.resolve("out"), with(vary, "--resume"));

        assertThat(resumed.err()).contains("has changed since").hasLineCount(1);
        assertThat(resumed.code()).isEqualTo(2);
    }

    /** As after Ctrl-C. */
    @Test
    void a_sweep_that_was_interrupted_leaves_the_results_so_far() throws Exception {
        Path out = dir.resolve("interrupted");

        int done = stop(out, out.resolve("journal.jsonl"), Process::destroy);

        assertThat(done).isBetween(5, 123);
        assertThat(text(out.resolve("results.csv")).lines()).hasSize(done + 1);
        assertThat(text(out.resolve("report.txt"))).startsWith("sweep s: 124 points, " + (124 - done) + " not run\n");
    }

    /** Runs the sweep in another process, and stops it in its midst; the number of points that are done then. */
    private int stop(Path out, Path journal, Consumer<Process> how) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.cli.Main",
                "sweep",
                stream.toString()));
        command.addAll(MANY);
        command.addAll(List.of("-o", out.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(dir.toFile(), "log"))
                .start();
        try {
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (process.isAlive() && System.nanoTime() < deadline) {
                if (Files.exists(journal) && records(journal).size() >= 5) {
                    break;
                }
                Thread.sleep(2);
            }
        } finally {
            how.accept(process);
            process.waitFor();
        }
        return records(journal).size();
    }

    /** The whole lines of records. */
    private static List<String> records(Path journal) throws IOException {
        String text = text(journal);
        int end = text.lastIndexOf('\n') + 1;
        List<String> lines = text.substring(0, end).lines().toList();
        return lines.isEmpty() ? lines : lines.subList(1, lines.size());
    }

    @Test
    void a_torn_last_line_is_as_if_it_had_never_been_there() throws IOException {
        sweep(stream, dir.resolve("out"), with(TWELVE));
        Map<String, String> whole = results(dir.resolve("out"));
        Path journal = dir.resolve("out/journal.jsonl");
        String text = text(journal);
        for (int cut :
                List.of(text.length() - 1, text.length() - 40, text.indexOf('\n') + 1, text.indexOf('\n'), 10, 0)) {
            Files.writeString(journal, text.substring(0, cut));

            assertThat(sweep(stream, dir.resolve("out"), with(TWELVE, "--resume"))
                            .err())
                    .isEmpty();
            assertThat(results(dir.resolve("out"))).isEqualTo(whole);
            assertThat(records(journal)).hasSize(12);
        }
    }

    @Test
    void rubbish_behind_the_last_whole_line_is_dropped() throws IOException {
        sweep(stream, dir.resolve("out"), with(TWELVE));
        Path journal = dir.resolve("out/journal.jsonl");
        Files.write(journal, new byte[] {0, 0, 0, '\n'}, StandardOpenOption.APPEND);

        assertThat(sweep(stream, dir.resolve("out"), with(TWELVE, "--resume")).err())
                .isEmpty();
        assertThat(records(journal)).hasSize(12);
    }

    @Test
    void a_journal_of_which_a_lost_machine_left_zeros_begins_anew() throws IOException {
        Path journal = Files.createDirectories(dir.resolve("out")).resolve("journal.jsonl");
        Files.write(journal, new byte[64]);

        assertThat(sweep(stream, dir.resolve("out"), with(TWELVE, "--resume")).err())
                .isEmpty();
        assertThat(records(journal)).hasSize(12);
    }

    @Test
    void a_line_that_is_no_text_is_told() throws IOException {
        sweep(stream, dir.resolve("out"), with(TWELVE));
        Path journal = dir.resolve("out/journal.jsonl");
        byte[] bytes = Files.readAllBytes(journal);
        bytes[text(journal).indexOf("\"key\":\"") + 8] = (byte) 0xff;
        Files.write(journal, bytes);

        refused(sweep(stream, dir.resolve("out"), with(TWELVE, "--resume")), journal + ":2:1: is no record of a point");
        assertThat(Files.readAllBytes(journal)).isEqualTo(bytes);
    }

    @Test
    void nothing_is_there_to_resume_so_it_begins() {
        assertThat(sweep(stream, dir.resolve("out"), "--vary", "seed=1..2", "--resume")
                        .code())
                .isZero();
    }

    @Test
    void another_sweep_is_refused() {
        Path journal = dir.resolve("out/journal.jsonl");
        sweep(stream, dir.resolve("out"), "--vary", "seed=1..2");

        refused(
                sweep(stream, dir.resolve("out"), "--vary", "seed=1..3", "--resume"),
                journal + ": is another sweep: it varies seed over 1, 2; name another -o, or delete this one");
        refused(
                sweep(stream, dir.resolve("out"), "--vary", "seed=1..2", "--set", "caches.l1.latency=1", "--resume"),
                journal
                        + ": is another sweep: its settings are none, not set caches.l1.latency=1; name another -o, or delete this one");
    }

    @Test
    void a_sweep_is_known_by_what_it_runs_and_not_by_how_its_paths_are_spelled() throws IOException {
        Path far = Files.createDirectories(dir.resolve("far/away"));
        Files.copy(stream, far.resolve("s.cmds"));
        String tiny = text(Path.of(Objects.requireNonNull(System.getProperty("sluice.root")))
                .resolve("configs/devices/tiny-1.yaml"));
        Path device = Files.writeString(dir.resolve("mine.yaml"), tiny);
        Path other = Files.writeString(far.resolve("mine.yaml"), tiny + "# another\n");
        String here =
                Path.of("").toAbsolutePath().relativize(dir.toAbsolutePath()).toString();
        String beside = dir.resolve("far/../far/away").toString();
        Path out = dir.resolve("out");
        List<String> absolute = List.of("--vary", "device=" + device + "," + other);
        List<String> relative = List.of("--vary", "device=" + here + "/mine.yaml," + beside + "/mine.yaml");
        List<String> streams = List.of(stream.toString(), far.resolve("s.cmds").toString());

        assertThat(sweep(streams, out, absolute).err()).isEmpty();
        String csv = text(out.resolve("results.csv"));
        List<String> resumed = new ArrayList<>(relative);
        resumed.add("--resume");
        Cli again = sweep(List.of(here + "/s.cmds", beside + "/s.cmds"), out, resumed);

        assertThat(again.err()).isEmpty();
        assertThat(text(out.resolve("results.csv"))).isEqualTo(csv).contains("away/s.cmds,away/mine.yaml,ok");
        assertThat(records(out.resolve("journal.jsonl"))).hasSize(4);
        Files.writeString(other, "\n", StandardOpenOption.APPEND);
        refused(
                sweep(streams, out, List.of("--vary", "device=" + device + "," + other, "--resume")),
                out.resolve("journal.jsonl")
                        + ": is another sweep: device away/mine.yaml has changed since; name another -o, or delete this one");
    }

    @Test
    void messages_of_points_are_the_same_however_the_paths_of_their_files_are_spelled() throws IOException {
        Files.writeString(dir.resolve("s.yaml"), """
                sluice: 1
                name: s
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 4096}]
                program: [{queueSubmit: {commands: [{fillBuffer: {dst: x, offset: 1024, size: 64, data: 1}}]}}]
                """);
        String tiny = text(Path.of(Objects.requireNonNull(System.getProperty("sluice.root")))
                .resolve("configs/devices/tiny-1.yaml"));
        Files.writeString(dir.resolve("mine.yaml"), tiny);
        Files.createDirectories(dir.resolve("far"));
        String here =
                Path.of("").toAbsolutePath().relativize(dir.toAbsolutePath()).toString();
        Set<String> results = new HashSet<>();

        for (String folder : List.of(dir.toString(), here, dir.resolve("far/..").toString())) {
            Path out = dir.resolve("out");
            sweep(
                    List.of(folder + "/s.yaml"),
                    out,
                    List.of(
                            "-d",
                            folder + "/mine.yaml",
                            "--vary",
                            "stream.buffers[0].size=4096,32",
                            "--vary",
                            "caches.l1.ways=2,3"));
            results.add(text(out.resolve("results.csv")));
            Files.delete(out.resolve("journal.jsonl"));
        }

        assertThat(results).singleElement(STRING).contains(",s.yaml:5:").contains("(mine.yaml:");
    }

    @Test
    void a_stream_that_has_changed_is_noticed() throws IOException {
        sweep(stream, dir.resolve("out"), "--vary", "seed=1..2");
        Files.writeString(stream, text(stream) + "dispatch sr=x\n");

        refused(
                sweep(stream, dir.resolve("out"), "--vary", "seed=1..2", "--resume"),
                dir.resolve("out/journal.jsonl")
                        + ": is another sweep: stream s.cmds has changed since; name another -o, or delete this one");
    }

    @Test
    void other_metrics_need_no_other_runs() throws IOException {
        sweep(stream, dir.resolve("out"), "--vary", "seed=1..2");
        String journal = text(dir.resolve("out/journal.jsonl"));

        sweep(stream, dir.resolve("out"), "--vary", "seed=1..2", "--metrics", "vram.readBytes", "--resume");

        assertThat(text(dir.resolve("out/results.csv")))
                .startsWith("point,stream,seed,status,vram.readBytes,message\r\n");
        assertThat(text(dir.resolve("out/journal.jsonl"))).isEqualTo(journal);
    }

    @Test
    void a_sweep_of_which_nothing_is_missing_says_the_same_again_and_writes_nothing() throws IOException {
        Path out = dir.resolve("out");
        Cli first = sweep(stream, out, with(TWELVE));
        FileTime before = FileTime.fromMillis(1_000_000_000_000L);
        for (String name : RESULTS) {
            Files.setLastModifiedTime(out.resolve(name), before);
        }

        Cli again = sweep(stream, out, with(TWELVE, "--resume"));

        assertThat(again.out()).isEqualTo(first.out());
        assertThat(again.code()).isEqualTo(first.code()).isEqualTo(1);
        for (String name : RESULTS) {
            assertThat(Files.getLastModifiedTime(out.resolve(name))).isEqualTo(before);
        }
    }

    @Test
    void results_that_somebody_changed_or_took_away_are_written_anew() throws IOException {
        Path out = dir.resolve("out");
        sweep(stream, out, "--vary", "seed=1..2");
        Map<String, String> whole = results(out);

        for (String name : RESULTS) {
            Files.writeString(out.resolve(name), text(out.resolve(name)).replace('1', '7'));
            sweep(stream, out, "--vary", "seed=1..2", "--resume");
            assertThat(results(out)).as(name).isEqualTo(whole);
            Files.delete(out.resolve(name));
            sweep(stream, out, "--vary", "seed=1..2", "--resume");
            assertThat(results(out)).as(name).isEqualTo(whole);
        }
    }

    @Test
    void a_file_that_is_no_journal_is_refused_and_stays() throws IOException {
        Path out = Files.createDirectory(dir.resolve("out"));
        Path file = out.resolve("journal.jsonl");
        for (String text : List.of("{\"event\": 1}\n", "{\"event\": 1}", "notes of somebody")) {
            Files.writeString(file, text);

            refused(sweep(stream, out, "--vary", "seed=1", "--resume"), file + ": is no journal of a sweep");
            refused(sweep(stream, out, "--vary", "seed=1"), file + ": is no journal of a sweep");
            assertThat(Files.readString(file)).isEqualTo(text);
        }
    }
}
