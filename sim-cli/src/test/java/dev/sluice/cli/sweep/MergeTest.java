// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static dev.sluice.cli.sweep.SweepFixture.TWELVE;
import static dev.sluice.cli.sweep.SweepFixture.refused;
import static dev.sluice.cli.sweep.SweepFixture.results;
import static dev.sluice.cli.sweep.SweepFixture.sweep;
import static dev.sluice.cli.sweep.SweepFixture.text;
import static dev.sluice.cli.sweep.SweepFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sweep --shard} and {@code merge}. */
final class MergeTest {
    @TempDir
    private Path dir;

    private Path stream = Path.of("");

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = SweepFixture.stream(dir);
    }

    private Path part(String folder, String part) {
        Path out = dir.resolve(folder);
        Cli cli = sweep(stream, out, with(TWELVE, "--shard", part));
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains(part.equals("1/1") ? "sweep s" : "part " + part + " of sweep s");
        return out;
    }

    private Cli merge(Path... folders) {
        String[] args = new String[folders.length + 3];
        args[0] = "merge";
        for (int i = 0; i < folders.length; i++) {
            args[i + 1] = folders[i].toString();
        }
        args[folders.length + 1] = "-o";
        args[folders.length + 2] = dir.resolve("merged").toString();
        return Cli.run(args);
    }

    @Test
    void parts_together_are_the_whole_byte_for_byte() throws IOException {
        Cli whole = sweep(stream, dir.resolve("whole"), with(TWELVE));
        Path a = part("a", "1/5");
        part("a", "2/5");
        Path b = part("b", "3/5");
        Path c = part("c", "5/5");
        part("c", "4/5");

        Cli merged = merge(c, a, b);

        assertThat(merged.err()).isEmpty();
        assertThat(results(dir.resolve("merged"))).isEqualTo(results(dir.resolve("whole")));
        assertThat(merged.code()).isEqualTo(whole.code());
    }

    @Test
    void quiet_prints_points_without_results_and_a_line() throws IOException {
        Path parts = part("a", "1/2");
        part("a", "2/2");

        Cli cli = Cli.run(
                "merge", "-q", parts.toString(), "-o", dir.resolve("merged").toString());

        assertThat(cli.out())
                .startsWith("  point 3 and 1 more: ")
                .contains("\nsweep s: 12 points, 4 failed; best by cycles: ")
                .doesNotContain("results.csv");
        assertThat(dir.resolve("merged/results.csv")).exists();
    }

    @Test
    void a_missing_part_is_told() {
        Path a = part("a", "1/3");

        refused(merge(a), "merge: parts 2/3, 3/3 are missing");
    }

    @Test
    void a_part_that_is_there_twice_is_told() {
        Path a = part("a", "1/2");
        Path b = part("b", "1/2");

        refused(
                merge(a, b),
                b.resolve("journal-1-of-2.jsonl") + ": part 1/2 is there twice, also as "
                        + a.resolve("journal-1-of-2.jsonl"));
    }

    @Test
    void a_folder_that_is_named_twice_is_told() {
        Path a = part("a", "1/2");

        refused(merge(a, a), a + ": is named twice");
    }

    @Test
    void a_point_that_a_journal_tells_twice_is_told_unless_both_say_the_same() throws IOException {
        Path a = part("a", "1/2");
        part("a", "2/2");
        Path journal = a.resolve("journal-2-of-2.jsonl");
        String second = Files.readAllLines(journal).stream()
                .filter(line -> line.startsWith("{\"point\":1,"))
                .findFirst()
                .orElseThrow();
        Files.writeString(journal, second + "\n", StandardOpenOption.APPEND);
        assertThat(merge(a).err()).isEmpty();

        Files.writeString(journal, second.replaceFirst("\"cycles\":", "$01") + "\n", StandardOpenOption.APPEND);

        int lines = Files.readAllLines(journal).size();
        refused(merge(a), journal + ":" + lines + ":1: tells point 2 once more, with other results than before");
    }

    @Test
    void a_part_of_another_sweep_is_told() {
        Path a = part("a", "1/2");
        Path b = dir.resolve("b");
        sweep(stream, b, "--vary", "seed=1..4", "--shard", "2/2");

        assertThat(merge(a, b).err())
                .startsWith(b.resolve("journal-2-of-2.jsonl") + ": is of another sweep than "
                        + a.resolve("journal-1-of-2.jsonl"));
    }

    @Test
    void a_part_of_another_cut_is_told() {
        Path a = part("a", "1/2");
        Path b = part("b", "2/3");

        assertThat(merge(a, b).err()).contains("it is cut into 3 parts, and that into 2");
    }

    @Test
    void a_part_that_is_not_done_is_told() throws IOException {
        Path a = part("a", "1/2");
        Path b = part("b", "2/2");
        Path journal = b.resolve("journal-2-of-2.jsonl");
        String text = text(journal);
        Files.writeString(journal, text.substring(0, text.length() - 5));

        assertThat(merge(a, b).err())
                .startsWith(journal + ": part 2/2 is not done: point ")
                .endsWith(" is missing; run it again with --resume\n");
    }

    @Test
    void a_changed_record_is_told() throws IOException {
        Path a = part("a", "1/1");
        assertThat(a.resolve("journal.jsonl")).exists();
        Path journal = a.resolve("journal.jsonl");
        String text = text(journal);
        int key = text.indexOf("\"key\":\"") + 7;
        Files.writeString(journal, text.substring(0, key) + "0000" + text.substring(key + 4));

        refused(merge(a), "merge: the records are not those of the sweep's points: a journal was changed");
    }

    @Test
    void folders_without_parts_are_told() throws IOException {
        Path empty = Files.createDirectory(dir.resolve("empty"));

        refused(merge(empty), empty + ": holds no journal of a sweep");
        refused(merge(dir.resolve("nowhere")), dir.resolve("nowhere") + ": no such directory");
        refused(merge(stream), stream + ": is a file; expected a directory in which a part of a sweep ran");
    }
}
