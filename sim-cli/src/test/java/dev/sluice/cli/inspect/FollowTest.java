// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code run --follow} and {@code --show}, as a student uses them. */
final class FollowTest {

    private static final int WIDTH = 80;

    private static Cli run(String stream, String... more) {
        return Cli.run(List.of("run", stream), more);
    }

    /** The lines from the first one that begins like that. */
    private static List<String> from(String begin, Cli run) {
        return run.out().lines().dropWhile(line -> !line.startsWith(begin)).toList();
    }

    private static List<String> words(Cli run) {
        return run.out().lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    @Test
    void four_bytes_are_followed_from_the_fill_over_the_flush_to_the_copy() {
        Cli run = run("scenarios/shader-write-transfer-read-cured", "--follow", "x:64:4");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(words(run))
                .containsSubsequence(
                        "x:64:4: 4 bytes from 0x40",
                        "6,928 write is sent transfer 07 00 00 00 submit0.0 newest",
                        "10,123 write misses l2[0] 0/0 11 00 00 00 submit0.2 newest",
                        "10,521 goes down: flush l2[0] 0/0 11 00 00 00 submit0.3 newest",
                        "12,702 read is answered transfer 11 00 00 00 submit0.4 newest",
                        "memory 11 00 00 00 submit0.2 dispatch number newest");
    }

    @Test
    void a_stale_read_stands_out_and_says_what_was_missing() {
        Cli run = run("scenarios/shader-write-transfer-read-broken", "--follow", "x:64:4");

        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(words(run))
                .anySatisfy(
                        line -> assertThat(line).contains("read is answered transfer 07 00 00 00 submit0.4 STALE!"));
        assertThat(String.join(" ", words(run)))
                .contains("stale read: submit0.4 read an older copy at cycle")
                .contains("the copy at fault is in l2[0]; missing: flush:L2");
    }

    @Test
    void what_is_read_is_judged_by_what_was_newest_then_and_not_by_what_the_reader_writes_next() {
        Cli run = run("graphics/depth-write-sampled-read-broken", "--follow", "shadow:5,3");

        assertThat(words(run))
                .containsSubsequence(
                        "8,616 read is answered rop[0] 00 00 80 3f submit0.2 newest",
                        "8,616 write is sent rop[0] 00 00 00 3f submit0.2 newest");
    }

    @Test
    void a_stale_read_of_bytes_that_are_equal_to_the_newest_is_told() {
        Cli run =
                run("graphics/undefined-loses-contents-broken", "--device", "nvidia-v100", "--follow", "color:1063:1");

        assertThat(words(run)).contains("6,965 read is answered cu[1] 00 submit0.5 STALE!");
    }

    @Test
    void a_stale_copy_that_stays_is_told_at_the_end() {
        Cli run = run("scenarios/stale-l1-broken", "--follow", "x:64:4");

        assertThat(words(run))
                .containsSubsequence(
                        "at the end, cycle 29,140:",
                        "l1[0] 0/0 03 00 00 00 submit0.0 fillBuffer x stale",
                        "memory 11 00 00 00 submit0.4 dispatch swap newest");
    }

    @Test
    void a_store_is_told_with_the_bytes_that_it_writes_and_no_others_of_their_sector() {
        Cli run = run("scenarios/clean-neighbouring-bytes", "--follow", "x:0:4");

        assertThat(words(run))
                .containsSubsequence(
                        "6,930 write is sent cu[0] 00 -- -- -- submit0.0 newest",
                        "6,931 write is sent cu[1] -- 01 -- -- submit0.0 newest",
                        "6,934 write is sent cu[4] submit0.0");
    }

    @Test
    void bytes_that_leave_in_the_event_in_which_they_come_are_told() {
        Cli run = run(
                "scenarios/stale-l1-broken",
                "--set=caches.l1.size=512",
                "--set=caches.l2.exclusive=true",
                "--follow=x:64:4");

        assertThat(words(run))
                .containsSubsequence(
                        "9,432 bytes come in l1[0] 0/0 03 00 00 00 submit0.2 newest",
                        "9,432 dropped: eviction l1[0] 0/0 03 00 00 00 submit0.2 newest");
    }

    @Test
    void what_an_atomic_answers_is_not_called_stale() {
        Cli run = run("scenarios/clean-atomics", "--all", "--follow=counter:0:4");

        assertThat(words(run))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("9,391 atomic is answered cu[1] 20 00 00 00 submit0.2")
                        .doesNotContain("stale"));
    }

    @Test
    void lines_of_a_victim_cache_are_told_by_their_place_in_it() {
        Cli run = Cli.narrow(
                "run",
                "scenarios/stale-l1-broken",
                "--set=caches.l1.victim.lines=3",
                "--set=caches.l1.size=512",
                "--show=l1[0]:lines@9531",
                "--show=l1[0]:line=x:4096@9531");

        assertThat(words(run))
                .containsSubsequence(
                        "0/0 x+8192 ffff 3 submit0.2 storage 9,432",
                        "victim 0 x+4224 vvvv 03 00 00 00 … submit0.2 storage 9,251",
                        "victim 2 x+4096 vvvv 03 00 00 00 … submit0.2 storage 9,250",
                        "l1[0] victim cache at cycle 9,531",
                        "victim 2 x+4096 vvvv 03 00 00 00 … submit0.2 storage 9,250");
    }

    @Test
    void events_name_lines_of_a_victim_cache_by_their_place_in_it() {
        Cli run = run(
                "scenarios/stale-l1-broken",
                "--set=caches.l1.victim.lines=3",
                "--set=caches.l1.size=512",
                "--follow=x:64:4");

        assertThat(words(run))
                .contains("9,475 dropped: eviction l1[0] victim 0 03 00 00 00 submit0.2 newest")
                .noneSatisfy(line -> assertThat(line).contains(" 0/4 "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scenarios/stale-l1-broken",
                "scenarios/host-cached-read-broken",
                "scenarios/line-dirty-lost-write-broken",
                "scenarios/clean-atomics"
            })
    void everything_fits_a_terminal(String stream) {
        Cli run = Cli.narrow(
                "run", stream, "--follow", "0x40:16", "--follow", "0x0:256", "--show", "l2:set=0", "--show", "l2@9000");

        assertThat(from("0x40:16", run))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(WIDTH));
    }

    @Test
    void a_wide_terminal_shows_more_of_the_bytes() {
        Cli run = run("scenarios/stale-l1-broken", "--follow", "x:64:32");

        assertThat(from("x:64:32", run)).anyMatch(line -> line.length() > WIDTH);
    }

    @Test
    void a_set_is_shown_as_it_was_at_a_cycle() {
        Cli before = run("scenarios/stale-l1-broken", "--show", "l1[0]:set=0@9457");
        Cli after = run("scenarios/stale-l1-broken", "--show", "l1[0]:set=0@9458");
        Cli filled = Cli.narrow("run", "scenarios/stale-l1-broken", "--show", "l1[0]:set=0@9700");

        assertThat(words(before)).contains("l1[0] set 0 at cycle 9,457: 4 ways, lines of 128 bytes, lru", "0-3 empty");
        assertThat(words(after)).contains("0 x+0 ffff 0 submit0.2 storage 9,458", "1-3 empty");
        assertThat(words(filled)).contains("0 x+0 vvvv 03 00 00 00 … 3 submit0.2 storage 9,458");
    }

    @Test
    void registers_are_shown_by_the_role_of_a_cache() {
        Cli run = run("scenarios/stale-l1-broken", "--show", "L1:mshrs@9460");

        assertThat(words(run)).anySatisfy(line -> assertThat(line).startsWith("l1[0] mshrs at cycle 9,460: 2"));
        assertThat(run.out()).contains("x+0");
    }

    @Test
    void the_event_log_of_a_texel_is_that_of_its_bytes() {
        String texel = run("graphics/color-write-sampled-read-cured", "--log", "-", "--log-address", "color:3,5")
                .out();

        // 8 x 8 texels of 4 bytes are a tile: row 5, column 3
        assertThat(texel)
                .contains("color")
                .isEqualTo(run("graphics/color-write-sampled-read-cured", "--log", "-", "--log-address", "color:172:4")
                        .out());
    }

    @Test
    void an_event_log_of_a_texel_that_is_not_there_is_refused() {
        Cli run = run("graphics/color-write-sampled-read-cured", "--log", "-", "--log-address", "color:3,99999");

        assertThat(run.err()).contains("--log-address: 'color:3,99999' is no texel of color", "write color:X,Y");
        assertThat(run("scenarios/stale-l1-broken", "--log", "-", "--log-address", "x:64:0")
                        .err())
                .contains("--log-address: 'x:64:0' names no bytes: its size is at least 1");
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x-10:4", "0x+10:4", "color:+3,5"})
    void signs_are_refused(String bytes) {
        assertThat(run("graphics/color-write-sampled-read-cured", "--follow", bytes)
                        .code())
                .isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void a_texel_is_followed() {
        Cli run = run("graphics/color-write-sampled-read-cured", "--follow", "color:3,5");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(words(run)).anySatisfy(line -> assertThat(line).startsWith("color:3,5: "));
        assertThat(run.out()).contains("rop");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --follow | z:0:4              | the stream has no buffer or image 'z'
        --follow | x:64KiB:4          | lies outside x, which has
        --follow | x:64:0             | names no bytes: its length is at least 1
        --follow | x:0:257            | at most 256 can be watched
        --follow | x:1:2:3            | has too many parts
        --follow | 0xg                | is no run of bytes
        --show   | l9:set=1           | the device has no part 'l9'
        --show   | l2:set=99999       | its sets are 0 to
        --show   | l2:lines@x         | names nothing to show
        --show   | l2:nothing         | it has set=N, line=ADDRESS, lines, mshrs
        --show   | memory:set=1       | is for caches
        """)
    void what_is_not_there_is_said_with_what_would_be_right(String option, String value, String message) {
        Cli run = run("scenarios/stale-l1-broken", option, value);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith(option + ": ").contains(message);
    }

    @Test
    void bytes_are_followed_and_parts_shown_in_a_run_whose_steps_are_recorded(@TempDir Path folder) {
        String page = folder.resolve("page.html").toString();
        List<String> looks =
                List.of("run", "scenarios/stale-l1-broken", "--follow", "x:64:4", "--show", "l1[0]:set=0@9700");

        Cli alone = Cli.run(looks.toArray(String[]::new));
        Cli all = Cli.run(
                Stream.concat(looks.stream(), Stream.of("--steps", page)).toArray(String[]::new));
        Cli viewed = Cli.run("view", "scenarios/stale-l1-broken", "-o", page + "2");

        assertThat(all.out()).startsWith(alone.out());
        assertThat(all.out().substring(alone.out().length()))
                .isEqualTo(viewed.out().replace("page.html2", "page.html"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--log=-", "--timing-only"})
    void options_that_leave_no_room_for_it_are_refused(String option) {
        Cli run = run("scenarios/stale-l1-broken", "--follow", "x", option);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("--follow and --show do not go with " + option.replaceAll("=.*", ""));
    }
}
