// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.report.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sluice step --commands}: what a script of commands prints. */
final class StepCommandTest {

    private static final String STALE = "scenarios/stale-l1-broken";
    private static final String CAPTURE = Path.of(
                    Objects.requireNonNull(System.getProperty("sluice.root"), "sluice.root is set by the build"),
                    "configs/streams/captures/fillcopy-good.jsonl")
            .toString();
    private static final int WIDTH = 80;

    @TempDir
    private Path folder;

    private Cli step(String stream, List<String> options, String... commands) {
        Path script = folder.resolve("commands.txt");
        try {
            Files.write(script, List.of(commands));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        List<String> words = new ArrayList<>(List.of("step", stream, "--commands", script.toString()));
        words.addAll(options);
        return Cli.narrow(words.toArray(String[]::new));
    }

    private List<String> lines(String... commands) {
        Cli run = step(STALE, List.of(), commands);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        return run.out().lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    /** What stands between the last command and the end. */
    private List<String> last(String... commands) {
        List<String> all = lines(commands);
        String prompt = ") " + commands[commands.length - 1];
        int from = 0;
        for (int i = 0; i < all.size(); i++) {
            from = all.get(i).endsWith(prompt) ? i + 1 : from;
        }
        return all.subList(from, all.size());
    }

    @Test
    void a_folder_holds_no_commands() {
        Cli cli = Cli.run("step", "compact/split-barrier", "--commands", "src");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).isEqualTo("src: is a directory, not a file\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/dev/full"})
    void a_device_without_an_end_holds_no_commands(String device) {
        assumeThat(Path.of(device)).exists();
        Cli cli = Cli.run("step", "compact/split-barrier", "--commands", device);

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .isEqualTo(device + ":1: the line is longer than the 65536 characters that a command may have\n");
    }

    @Test
    void what_is_no_text_holds_no_commands() throws IOException {
        Path script = Files.write(folder.resolve("commands.txt"), new byte[] {'s', '\n', (byte) 0xff, '\n'});
        Cli cli = Cli.run("step", "compact/split-barrier", "--commands", script.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).isEqualTo(script + ": is not UTF-8 text\n");
    }

    @Test
    void it_begins_with_the_run_and_its_findings() {
        assertThat(String.join(" ", lines("quit")))
                .startsWith("stale-l1-broken on seed-discrete-l2: ")
                .contains("steps, cycles 0 to 29,140")
                .contains("stale read: submit0.6 reads older copies of x bytes 0 to 16,383")
                .contains("the copy at fault is in l1[0], missing: invalidate:L1");
    }

    @Test
    void commands_that_are_barriers_say_what_and_where_they_are() {
        assertThat(last("info commands")).contains("submit0.3 pipelineBarrier stale-l1-broken.yaml:39:11");
    }

    @Test
    void what_is_under_way_says_where_barriers_of_submissions_come_from() {
        assertThat(last("goto submit0.end", "where"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("submit0.end barrier reached since")
                        .contains("submitEnd", "stale-l1-broken.yaml:"));
    }

    @Test
    void it_stops_at_barriers_that_submissions_bring_along() {
        assertThat(last("break submit0.end", "continue")).first().isEqualTo("breakpoint 2, barrier submit0.end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"submit0.33", "submit0.4", "host.1"})
    void breakpoints_at_barriers_that_are_not_there_are_refused(String id) {
        Cli run = step(STALE, List.of(), "break barrier " + id);

        assertThat(run.err()).contains("there is no barrier '" + id + "'");
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void lines_that_caches_hand_down_to_an_exclusive_one_are_requests_of_no_agent() {
        Cli run = step(
                STALE,
                List.of("--set=caches.l1.size=512", "--set=caches.l2.exclusive=true"),
                "goto 10,323",
                "show requests");

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains("1 write x+8448 0xf storage submit0.6 l2.network");
    }

    /** The lines of a story at the end of a run. */
    private List<String> story(String stream, String bytes, String... options) {
        Cli run = step(stream, List.of(options), "end", "story " + bytes + " all");
        assertThat(run.err()).isEmpty();
        return run.out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> line.matches("[\\d,]+ .*"))
                .toList();
    }

    /** The lines of {@code run --follow} of the same bytes. */
    private static List<String> followed(String stream, String bytes, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "-q", "--all", stream, "--follow", bytes));
        words.addAll(List.of(options));
        return Cli.narrow(words.toArray(String[]::new))
                .out()
                .lines()
                .dropWhile(line -> !line.startsWith(bytes))
                .takeWhile(line -> !line.startsWith("at the end"))
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> line.matches("[\\d,]+ .*"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        // comes and leaves in one event
        "scenarios/stale-l1-broken, x:64:4, --set=caches.l1.size=512, --set=caches.l2.exclusive=true",
        "scenarios/stale-l1-broken, x:64:4, --set=caches.l1.size=512, --set=caches.l1.victim.lines=3",
        "scenarios/clean-neighbouring-bytes, x:0:4, , ", // stores of other bytes of the sector
        "scenarios/line-sharing-broken, x:64:4, , ", // a store waits for the fill
        "lessons/writes, x:0:4, --device=tiny-2, ", // memory answers while the write waits there
        "graphics/depth-write-sampled-read-broken, 'shadow:5,3', , ", // who is answered writes in the same event
        "graphics/storage-image-write-blend-cured, 'color:4,4', , ", // the same value
        "graphics/resolve-sample-broken, 'many:5,0', , ", // is decoded on its way
        "graphics/color-write-transfer-read-cured, 'color:0,0', --device=gcn-vega, ", // is decoded for who has no cache
        "graphics/color-write-transfer-read-cured, 'color:33,2', --device=gcn-vega, ", // lies elsewhere in its coded
        // tile
        "synchronization/two-queues-broken, x:52:4, --device=nvidia-v100, ", // older bytes, some of the newest ones'
        // values
        "graphics/compressed-copy-through-buffer-broken, bytes:63:256, --device=tiny-2, ", // lines that leave one by
        // one
        "graphics/late-depth-early-test-broken, z:25:256, --device=seed-discrete-vram, ", // reads of some of them
        "synchronization/ownership-cured, x:312:256, --device=nvidia-v100, ", // writes of some of them
        "graphics/undefined-loses-contents-broken, color:1063:1, --device=nvidia-v100, ", // stale, of the same value
        "graphics/input-attachment-broken, 'a:3,5', , " // not the first stale read
    })
    void the_story_is_what_run_follows(String stream, String bytes, @Nullable String one, @Nullable String other) {
        String[] options = Stream.of(one, other).filter(Objects::nonNull).toArray(String[]::new);

        assertThat(story(stream, bytes, options)).isNotEmpty().isEqualTo(followed(stream, bytes, options));
    }

    @Test
    void continue_goes_to_the_stale_read() {
        assertThat(last("continue")).first().isEqualTo("breakpoint 1, finding");
        assertThat(last("continue"))
                .anySatisfy(line -> assertThat(line).startsWith("cycle 10,426, step "))
                .anySatisfy(line -> assertThat(line).startsWith("found: stale read x+0"))
                .anySatisfy(line -> assertThat(line).isEqualTo("read is answered cu[0] x+0 submit0.6"));
    }

    @Test
    void going_forward_and_back_comes_to_the_same_place() {
        assertThat(last("goto 10,426", "next 5 events", "back 5 events"))
                .isEqualTo(last("goto 9,000", "goto 10,426", "back", "next"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"step", "event", "cycle", "request", "command"})
    void as_many_back_as_forward_is_nowhere(String unit) {
        String start = last("continue to submit0.4", "next " + unit).get(0);

        assertThat(last("continue to submit0.4", "next " + unit, "next 7 " + unit, "back 7 " + unit)
                        .get(0))
                .isEqualTo(start);
    }

    @Test
    void the_state_at_a_place_is_what_the_run_shows_at_the_cycle() {
        Cli run = Cli.narrow("run", "-q", STALE, "--show", "l1[0]:set=0@9700", "--show", "l2[0]:set=0@9700");
        List<String> shown = run.out()
                .lines()
                .filter(line -> line.matches("l[12].* set .*|( *\\d+(-\\d+)?  .*)"))
                .toList();

        Cli steps = step(STALE, List.of(), "end", "goto 9,700", "show l1[0] set 0", "show l2[0]:set=0");

        assertThat(shown).hasSizeGreaterThan(6);
        assertThat(steps.out().lines()).containsSubsequence(shown);
    }

    @Test
    void the_story_at_the_end_is_the_one_that_run_follows() {
        Cli run = Cli.run("run", "-q", STALE, "--follow", "x:64:4");
        List<String> followed = run.out()
                .lines()
                .filter(line -> line.matches(" *[\\d,]+  (read|write|fetch|bytes|goes|dropped|written).*"))
                .map(line -> line.replaceAll(" +", " "))
                .toList();

        List<String> told = last("end", "story x:64:4").stream()
                .filter(line -> line.matches("[\\d,]+ .*"))
                .map(line -> " " + line)
                .toList();

        assertThat(followed).hasSizeGreaterThan(12);
        assertThat(told.stream().map(String::strip))
                .isEqualTo(followed.stream().map(String::strip).toList());
    }

    @Test
    void copies_say_which_is_newest() {
        assertThat(last("goto 10,400", "copies x:64:4"))
                .contains(
                        "l1[0] 0/0 03 00 00 00 submit0.0 fillBuffer x stale",
                        "l2[0] 0/0 11 00 00 00 submit0.4 dispatch swap newest, dirty");
    }

    @Test
    void what_is_watched_is_shown_at_each_stop() {
        assertThat(last("watch x:64:4", "goto 9,700"))
                .contains("x:64:4", "l1[0] 0/0 03 00 00 00 submit0.0 fillBuffer x newest");
        assertThat(last("watch x:64:4", "unwatch x:64:4", "goto 9,700")).doesNotContain("x:64:4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        break x:64:4            | 6,928
        break l2[0]             | 2,252
        break l1[0] set 1       | 9,459
        break submit0.6         | 10,296
        break barrier submit0.7 | 2,261
        break host.2            | 20,634
        """)
    void one_stops_at_a_breakpoint(String breakpoint, String cycle) {
        List<String> stop = last("delete 1", breakpoint, "continue");

        assertThat(stop.get(0)).startsWith("breakpoint 2, ");
        assertThat(stop.get(1)).startsWith("cycle " + cycle);
    }

    @Test
    void reverse_goes_back_to_a_breakpoint() {
        assertThat(last("end", "break submit0.4", "reverse", "reverse").get(1)).startsWith("cycle 10,296, ");
    }

    @Test
    void breakpoints_are_listed_and_deleted() {
        assertThat(last("break l2", "break x", "break"))
                .containsExactly("breakpoint 1: finding", "breakpoint 2: l2", "breakpoint 3: bytes x");
        assertThat(last("break l2", "delete 1 2")).containsExactly("no breakpoints; 'break stale' stops at findings");
        assertThat(last("delete all", "continue").get(0)).isEqualTo("the end of the recording");
    }

    @Test
    void where_names_what_is_under_way_with_its_line() {
        assertThat(String.join(" ", last("goto 10,400", "where")))
                .contains("submit0.6 COMPUTE_SHADER since 10,296, dispatch look, stale-l1-broken.yaml:45:11"
                        + " 45 - dispatch: {kernel: look, groups: [64, 1, 1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--from=10000", "--watch=x:64:4"})
    void what_is_under_way_is_known_where_little_is_recorded(String part) {
        String whole = underWay(step(STALE, List.of(), "goto 10,396", "where", "show barrier"));
        String some = underWay(step(STALE, List.of(part), "goto 10,396", "where", "show barrier"));

        assertThat(some)
                .isEqualTo(whole)
                .contains("host.1 waitForFences since 0", "submit0.6 COMPUTE_SHADER since 10,296")
                .contains("submit0.7 barrier reached since 2,261")
                .contains("submit0.1: reached at 2,255, drained at 7,182, released at 9,358");
    }

    private static String underWay(Cli run) {
        String said = run.out().substring(run.out().indexOf(") where"));
        return said.replaceAll("step [\\d,]+ of [\\d,]+", "");
    }

    @Test
    void a_barrier_is_running_until_it_is_released() {
        List<String> commands = last("goto 10,396", "show program commands");

        assertThat(commands).anyMatch(line -> line.contains("submit0.5 universal.0 pipelineBarrier done"));
        assertThat(commands).anyMatch(line -> line.contains("submit0.7 universal.0 pipelineBarrier running"));
    }

    @Test
    void barriers_say_what_they_are() {
        List<String> barriers = last("goto 10,396", "show program barriers");

        assertThat(barriers).anyMatch(line -> line.contains("submit0.7 pipelineBarrier draining"));
        assertThat(barriers).anyMatch(line -> line.contains("submit0.begin submitBegin released"));
    }

    @Test
    void a_barrier_is_followed_through_its_phases() {
        assertThat(String.join(" ", last("end", "show barrier submit0.7")))
                .contains("submit0.7: reached at 2,261, drained at 10,657")
                .contains("l2[0] flush:L2 begins at 10,657")
                .contains("released at");
    }

    @Test
    void registers_queues_banks_and_requests_are_shown() {
        List<String> shown =
                lines("goto 9,478", "show L1 mshrs", "show vram[0] banks", "show vram[0] queue", "show requests");

        assertThat(shown)
                .anySatisfy(line -> assertThat(line).startsWith("l1[0] mshrs at cycle 9,478: "))
                .anySatisfy(line -> assertThat(line).startsWith("vram[0] banks at cycle 9,478: 16"))
                .anySatisfy(line -> assertThat(line).startsWith("vram[0] queue at cycle 9,478: 1"))
                .anySatisfy(line -> assertThat(line).startsWith("requests requests at cycle 9,478: "));
    }

    @Test
    void every_output_fits_a_terminal() {
        Cli run = step(
                STALE,
                List.of(),
                "help",
                "help show",
                "help break",
                "info",
                "info parts",
                "info commands",
                "info resources",
                "watch x:0:256",
                "goto 9,478",
                "show requests",
                "show cu[0]",
                "show l2",
                "show program",
                "show cpu",
                "show vram",
                "events 50",
                "where",
                "continue",
                "story x:0:64",
                "show barrier",
                "next 20 cycles");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(WIDTH));
    }

    @Test
    void coloured_lines_break_where_plain_ones_do() throws IOException {
        Path script = Files.write(folder.resolve("where.txt"), List.of("goto 10,426", "where", "info"));
        String[] words = {"step", STALE, "--commands", script.toString(), "--color=always"};

        Cli run = Cli.run(Style.COLOURED, words);

        assertThat(run.out()).contains("\u001b[1m");
        assertThat(run.out().replaceAll("\u001b\\[[0-9;]*m", ""))
                .isEqualTo(
                        step(STALE, List.of(), "goto 10,426", "where", "info").out());
    }

    @Test
    void scripts_fill_as_many_columns_as_somebody_says_there_are() throws IOException {
        Path script = Files.write(folder.resolve("parts.txt"), List.of("goto 10,426", "where"));

        Cli run = Cli.run("step", STALE, "--commands", script.toString());

        assertThat(run.out()).contains("since 2,261, pipelineBarrier, stale-l1-broken.yaml:47:11\n");
    }

    @Test
    void parts_are_listed_with_all_their_tables() {
        assertThat(last("info parts"))
                .contains("l1 l1[0] to [fe] lines, mshrs, lookups, down", "program program commands, stages, barriers");
    }

    @Test
    void only_breakpoints_that_are_there_are_deleted() {
        Cli run = step(STALE, List.of(), "delete 4294967297");

        assertThat(run.err()).contains("there is no breakpoint 4294967297");
    }

    @ParameterizedTest
    @ValueSource(strings = {"next 2 3 cycles", "next 2 cycles steps", "next 2 3"})
    void a_move_has_one_number_and_one_unit(String move) {
        assertThat(step(STALE, List.of(), move).err()).contains("write one number and one unit at most: next 3 cycles");
        assertThat(last("next cycles 3")).isEqualTo(last("next 3 cycles"));
    }

    @ParameterizedTest
    @CsvSource({
        "show host memory, there is nothing to show of host memory",
        "show host memory banks, host memory has no 'banks' to show; it has nothing"
    })
    void names_of_parts_may_have_blanks(String command, String problem) {
        assertThat(step(STALE, List.of(), command).err().replaceAll("\\s+", " "))
                .contains(problem);
    }

    @Test
    void a_part_may_be_named_with_what_it_is_one_of() {
        assertThat(last("goto 9,478", "show l1 l1[0] mshrs")).isEqualTo(last("goto 9,478", "show l1[0] mshrs"));
        assertThat(last("break cu cu[0]")).containsExactly("breakpoint 2: cu[0]");
    }

    @Test
    void a_set_that_is_empty_everywhere_is_told_as_such() {
        assertThat(last("goto 10,426", "show l2 set 99"))
                .containsExactly("nothing of set 99 in the 16 parts at cycle 10,426");
    }

    @Test
    void names_of_commands_may_be_cut_short() {
        assertThat(last("c")).isEqualTo(last("continue"));
        assertThat(last("c", "sto x:64:4")).isEqualTo(last("continue", "story x:64:4"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        contineu           | there is no command 'contineu'; did you mean 'continue'?
        st                 | 'st' may be start or story
        next 3 furlongs    | 'furlongs' is nothing to step by; there are step, event, cycle
        goto submit9.9     | 'submit9.9' is no cycle, and no command or host operation of that name begins
        break nothing      | 'nothing' is no command, part, buffer or image
        break l2 banks     | one can stop at a part or at a set of a cache (l2:set=3), not at 'banks'
        break l2 set 999   | l2 has no set '999': its sets are 0 to 127
        break cu[0] set 0  | cu has no set '0', because it is no cache
        delete 7           | there is no breakpoint 7
        show l9            | the device has no part 'l9'; did you mean 'l1'?
        show l2 set        | write l2 set NUMBER
        show l2 set 999    | l2 has no set '999': its sets are 0 to 127
        show universal.0   | there is nothing to show of universal.0; 'program' has what queues do
        show queue universal.0 | there is nothing to show of universal.0; 'program' has what queues do
        story              | story needs bytes: story x:64:4
        watch z:0:4        | the stream has no buffer or image 'z'
        info nothing       | info has no 'nothing'; it has breakpoints, commands, findings
        quit now           | quit stands alone, without 'now'
        break stale now    | break stale stands alone, without 'now'
        break submit0.0 x  | break submit0.0 stands alone, without 'x'
        break x:64:4 write | break x:64:4 stands alone, without 'write'
        show barrier submit0.4 | there is no barrier 'submit0.4'
        events 0           | events needs a number from 1 on: events 40
        """)
    void what_is_wrong_is_said_with_its_line_and_what_would_be_right(String command, String message) {
        Cli run = step(STALE, List.of(), "# a comment", "next", command, "next");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("commands.txt:3: ").contains(message);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void a_window_of_a_run_is_stepped_through() {
        Cli run = step(STALE, List.of("--from", "submit0.6", "--to", "submit0.6"), "end", "goto 5");

        assertThat(run.out().replace("\n", " "))
                .contains("cycles 10,296 to 10,657; --to ended it")
                .contains("the recording has cycles 10,296 to 10,657");
    }

    @Test
    void a_window_that_a_run_never_comes_to_is_refused() {
        assertThat(step(STALE, List.of("--from", "submit9.9"), "next").code()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void a_file_of_commands_that_is_not_there_is_said() {
        Cli run = Cli.run("step", STALE, "--commands", folder.resolve("none").toString());

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("no such file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scenarios/host-cached-read-broken",
                "scenarios/line-dirty-lost-write-broken",
                "graphics/fast-clear-sample-broken",
                "synchronization/two-queues-broken",
                "compact/render-then-sample",
                "CAPTURE"
            })
    void every_kind_of_stream_is_stepped_through(String stream) {
        Cli run = step(
                stream.equals("CAPTURE") ? CAPTURE : stream,
                List.of("--max-steps", "20000"),
                "continue",
                "where",
                "events",
                "next 3 cycles",
                "back 2",
                "info parts",
                "end",
                "where",
                "start");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(WIDTH));
    }
}
