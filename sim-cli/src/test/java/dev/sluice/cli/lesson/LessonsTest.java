// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Sluice;
import dev.sluice.cli.Cli;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every lesson leads where its text says, and its answer is the one that pen and paper give. */
final class LessonsTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"lesson\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private static Session session() {
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        return new Session(Terminal.plain(nobody, nobody), Sluice::simulation, new Interrupt(), "test");
    }

    static Stream<String> names() {
        return Lessons.NAMES.stream();
    }

    /** Worked out by hand from the kernels and the geometry of the devices, not from a run. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // 16 words of 4 bytes in sectors of 32 miss twice; 16 words in 16 lines miss each time but where the
                // last line stayed
                "locality; 17",
                // eight words are one sector of one line
                "write-through-and-write-back; 1",
                // a b a c a b in two ways, least recently used first: c takes the way of b, b that of c
                "a-set-fills-up; 2",
                "false-sharing; LINE_SHARING",
                "the-stale-texture; flush:ROP_COLOR, invalidate:L2, invalidate:TEX",
                // eight words
                "what-a-barrier-does; 32",
                "write-combining-and-atoms; host.hostL1",
                "tile-compression; eliminate",
                "a-real-program; 1"
            })
    void the_answer_is_that_of_pen_and_paper(String name, String answer) {
        assertThat(LessonPage.of(Lessons.find(name), session()).answer()).isEqualTo(answer);
    }

    @Test
    void what_an_event_saves_is_the_difference_of_two_runs() {
        long split = cycles("event-split-barrier-cured");
        long whole = cycles("event-split-barrier-cured-barrier");

        assertThat(LessonPage.of(Lessons.find("drain-and-overlap"), session()).answer())
                .isEqualTo(Long.toString(whole - split));
        assertThat(whole).isGreaterThan(split);
    }

    @Test
    void the_page_on_overlap_records_a_copy_that_begins_while_a_kernel_still_runs() throws IOException {
        Path page = folder.resolve("page.html");
        Cli.run("lesson", "drain-and-overlap", "-o", page.toString());
        Matcher last = Pattern.compile("\"lastCycle\":([0-9]+)").matcher(Files.readString(page));
        assertThat(last.find()).isTrue();

        JsonNode commands = JsonMapper.shared()
                .readTree(Cli.run("run", "event-split-barrier-cured", "-d", "tiny-2", "--json")
                        .out())
                .path("commands");
        long begin = command(commands, "submit0.6")
                .path("stages")
                .path("COPY")
                .path("start")
                .asLong();
        long end = command(commands, "submit0.4").path("endCycle").asLong();
        assertThat(begin).isPositive().isLessThan(end);
        assertThat(Long.parseLong(last.group(1))).isGreaterThanOrEqualTo(end);
    }

    private static JsonNode command(JsonNode commands, String id) {
        return commands.valueStream()
                .filter(each -> each.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static long cycles(String stream) {
        String json = Cli.run("run", stream, "-d", "tiny-2", "--json").out();
        return JsonMapper.shared().readTree(json).path("cycles").asLong();
    }

    @ParameterizedTest
    @MethodSource("names")
    void the_page_has_the_text_with_its_links_and_a_question(String name) throws IOException {
        Path page = folder.resolve("page.html");

        Cli cli = Cli.run("lesson", name, "-o", page.toString());

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("open " + page + " in a browser");
        Matcher data = DATA.matcher(Files.readString(page));
        assertThat(data.find()).isTrue();
        JsonNode lesson = JsonMapper.shared().readTree(data.group(1));
        assertThat(lesson.path("html").asString()).contains("data-step=\"").doesNotContain("step:");
        assertThat(lesson.path("question").path("html").asString()).isNotEmpty();
        assertThat(lesson.path("question").path("answerHash").asString()).hasSize(64);
        assertThat(lesson.path("question").path("right").asString()).doesNotContain("ANSWER");
    }

    @Test
    void lessons_are_listed_in_their_order() {
        Cli cli = Cli.narrow("lesson");

        assertThat(cli.out().lines().limit(11))
                .containsSubsequence(
                        " 1  Locality",
                        " 6  What a barrier does, at L2 and at VRAM level",
                        "10  The bug in a real program");
        assertThat(cli.out()).contains("'sluice lesson 3' writes the page");
    }

    @Test
    void a_lesson_that_is_not_there_is_told_with_what_was_meant() {
        assertThat(Cli.run("lesson", "11").err()).isEqualTo("11: there are lessons 1 to 10\n");
        assertThat(Cli.run("lesson", "texture").err()).contains("did you mean 'the-stale-texture'?");
    }

    @Test
    void a_lesson_with_a_key_that_nobody_knows_is_refused_with_its_line() {
        assertThatThrownBy(() -> Lesson.read("x.md", null, "---\ntitle: a\nqestion: b\n---\ntext"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("x.md:3")
                .hasMessageContaining("did you mean 'question'?");
    }

    /** A lesson of one's own over a stream of one's own, beside it. */
    private Path own(String was, String is) throws IOException {
        Path root = Path.of(Objects.requireNonNull(System.getProperty("sluice.root")));
        Files.copy(
                root.resolve("configs/streams/lessons/set.yaml"),
                folder.resolve("mine.yaml"),
                StandardCopyOption.REPLACE_EXISTING);
        String text = Files.readString(root.resolve("configs/lessons/a-set-fills-up.md"))
                .replace("stream: lessons/set\n", "stream: mine.yaml\n");
        assertThat(text).contains(was);
        return Files.writeString(folder.resolve("mine.md"), text.replace(was, is));
    }

    @Test
    void a_lesson_of_ones_own_runs_the_stream_beside_it() throws IOException {
        Path page = folder.resolve("page.html");
        Path lesson = own("", "");

        Cli cli = Cli.run("lesson", lesson.toString(), "-o", page.toString());

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).isEqualTo("A set fills up: open " + page + " in a browser\n");
        assertThat(Files.readString(page)).contains("data-step=");
        assertThat(Cli.run("lesson", lesson.toString(), "-o", lesson.toString()).err())
                .contains("is also an input")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count drop | count dorp | mine.md:5:9: there are no events 'dorp'; did you mean 'drop'?",
                "count drop part | count drop prat | events 'drop' have no 'prat', but part, address,",
                "count drop part=l1[0] reason=eviction | count drop part=l1[0] reason=evict | mine.md:5:9: the reason of 'drop' is one of eviction,",
                "count drop part=l1[0] reason=eviction | finding missing 1 | there are 0 findings, no number 1",
                "count drop part=l1[0] reason=eviction | finding | an answer is 'finding KEY NTH', not 'finding'",
                "count drop part=l1[0] reason=eviction | hazards NONE | there are hazards READ_AFTER_WRITE, ",
                "count drop part=l1[0] reason=eviction | result caches | a path into the result begins with '/'",
                "count drop part=l1[0] reason=eviction | result /limits/utilisation/0/share | what the result has at /limits/utilisation/0/share is no whole number, but 0.",
                "count drop part=l1[0] reason=eviction | more | an answer is 'more STREAM PATH', not 'more'",
                "count drop part=l1[0] reason=eviction | column | an answer is 'column NAME of EVENT', not 'column'",
                "count drop part=l1[0] reason=eviction | guess | an answer begins with count, column, finding, ",
                "title: | tilte: | mine.md:2:1: unknown key 'tilte'; did you mean 'title'?",
                "title: A set fills up | title: | mine.md:2:1: 'title' has no value; write 'title: ...'",
                "question: | to: submit0.99?question: | the run never comes to 'to: submit0.99'",
                "question: | from: submit0.99?question: | nothing was recorded: the run never comes to 'from: submit0.99'",
                "question: | to: x?question: | 'x' is neither a cycle nor the id of a command",
                "question: | title: b?question: | mine.md:4:1: 'title' stands twice",
                "nth=6 | nth=99 | mine.md:17:94: there are 6 of 'lookup part=l1[0] kind=read', no number 99",
                "count drop part=l1[0] | count drop part=l9[0] | mine.md:5:9: the device has no part 'l9[0]'; did you mean 'l1[0]'?",
                "stream: mine.yaml | stream: mien.yaml | mine.md:3:9: mien.yaml: no such file",
                "question: | device: tiny-3?question: | mine.md:4:9: tiny-3: no such device; did you mean 'tiny-1'?",
                "question: | from: 100?to: 5?question: | mine.md:4:7: 'from: 100' lies behind 'to: 5'",
                "nth=2; open=l1[0] | nth=2; open=l1[7] | the device has no part 'l1[7]'; did you mean 'l1[0]'?",
                "set=0> | set=2> | mine.md:12:21: l1[0] has no set '2': its sets are 0 to 1",
                "set=0> | way=2> | l1[0] has no way '2': its ways are 0 to 1",
                "open=l1[0]; set=0> | set=0> | 'set' is for a cache, which 'open' before it names",
                "set=0> | watch=xx:0> | the stream has no buffer or image 'xx'",
                "nth=6 | nth=x | 'nth=x' is not nth= and a number from 1, or from -1 back",
            })
    void what_is_wrong_with_a_lesson_is_one_line(String was, String is, String said) throws IOException {
        Path page = folder.resolve("page.html");

        Cli cli = Cli.run("lesson", own(was, is.replace('?', '\n')).toString(), "-o", page.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(said).hasLineCount(1);
        assertThat(page).doesNotExist();
    }

    @Test
    void a_lesson_that_is_interrupted_has_neither_page_nor_answer() {
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        Interrupt interrupt = new Interrupt();
        interrupt.request();
        Session session = new Session(Terminal.plain(nobody, nobody), Sluice::simulation, interrupt, "test");

        assertThatThrownBy(() -> LessonPage.of(Lessons.find("locality"), session))
                .isInstanceOf(InterruptedLessonException.class)
                .hasMessage("interrupted: no page is written");
    }
}
