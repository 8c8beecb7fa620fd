// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.Cli;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class ServeTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    @Test
    void should_carry_out_a_command_and_answer_with_what_it_prints_as_json() {
        JsonNode result = answers("""
                        {"jsonrpc": "2.0", "id": 7, "method": "run", "params": {"arguments": ["upload-scale-readback"]}}""").get("7").get("result");

        assertThat(result.get("exitCode").intValue()).isZero();
        assertThat(untimed(result.get("output")))
                .isEqualTo(untimed(MAPPER.readTree(
                        Cli.run("run", "upload-scale-readback", "--json").out())));
    }

    @Test
    void should_write_numbers_as_the_command_does() {
        String printed =
                Cli.run("run", "scenarios/line-sharing-broken", "--json").out();
        String answer = serve(
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"arguments\": [\"scenarios/line-sharing-broken\"]}}\n",
                1);

        assertThat(numbers("meanShare", printed)).contains("0.0005");
        assertThat(numbers("meanShare", answer)).isEqualTo(numbers("meanShare", printed));
        assertThat(numbers("totalPicojoules", answer)).isEqualTo(numbers("totalPicojoules", printed));
    }

    /** What stands behind a key, as it is spelled. */
    private static List<String> numbers(String key, String json) {
        return Pattern.compile("\"" + key + "\" ?: ?([^,}\\s]+)")
                .matcher(json)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"replay\", \"params\": {\"arguments\": [\"/dev/stdin\"], \"options\": {\"device\": \"tiny-1\"}}",
                "\"run\", \"params\": {\"arguments\": [\"upload-scale-readback\"], \"options\": {\"device\": \"/dev/../dev/stdin\"}}",
                "\"run\", \"params\": {\"arguments\": [\"upload-scale-readback\"], \"options\": {\"log\": \"/dev/stdout\"}}"
            })
    @DisabledOnOs(OS.WINDOWS)
    void should_keep_commands_from_the_input_and_the_output_of_requests(String request) {
        assertThat(answers("{\"id\": 1, \"method\": " + request + "}")
                        .get("1")
                        .at("/error/message")
                        .stringValue())
                .startsWith("params.")
                .endsWith("' is where requests come from or answers go; name a file");
    }

    @Test
    void should_give_options_to_the_command() {
        JsonNode output = answers("""
                        {"id": 1, "method": "run", "params": {"arguments": ["upload-scale-readback"], "options":\
                         {"device": "nvidia-v100", "timing-only": true, "strict": false, "seed": 3,\
                         "set": {"caches.l2.size": "3MiB", "caches.l2.latency": 50}}}}""").get("1").at("/result/output");

        assertThat(output.get("device").stringValue()).isEqualTo("nvidia-v100");
        assertThat(output.get("timingOnly").booleanValue()).isTrue();
        assertThat(output.get("seed").intValue()).isEqualTo(3);
        assertThat(output.at("/resolvedDevice/caches/l2/size").intValue()).isEqualTo(3 << 20);
        assertThat(output.at("/resolvedDevice/caches/l2/latency").intValue()).isEqualTo(50);
    }

    @Test
    void should_take_numbers_however_they_are_written() {
        JsonNode output = answers("""
                        {"id": 1, "method": "run", "params": {"arguments": ["upload-scale-readback"], "options":\
                         {"seed": 3.0, "set": {"clock": 1E9, "caches.l2.latency": 50.0}}}}""").get("1").at("/result/output");

        assertThat(output.get("seed").intValue()).isEqualTo(3);
        assertThat(output.at("/resolvedDevice/clock").stringValue()).isEqualTo("1GHz");
        assertThat(output.at("/resolvedDevice/caches/l2/latency").intValue()).isEqualTo(50);
    }

    @Test
    void should_take_what_an_argument_says_as_it_is() throws IOException {
        Path words = Files.writeString(folder.resolve("words"), "upload-scale-readback");

        Map<String, ObjectNode> answers = answers("""
                {"id": 1, "method": "run", "params": {"arguments": ["@%s"]}}
                {"id": 2, "method": "run", "params": {"arguments": ["one\\ntwo"]}}""".formatted(words));

        assertThat(answers.get("1").at("/error/message").stringValue()).startsWith("@" + words + ": no such file");
        assertThat(answers.get("2").at("/error/message").stringValue())
                .startsWith("one\\u000atwo: no such file or preset");
    }

    @Test
    void should_answer_with_text_where_a_command_has_no_json() {
        JsonNode result = answers("""
                {"id": 1, "method": "list", "params": {"arguments": ["devices"]}}""").get("1").get("result");

        assertThat(result.get("output").stringValue())
                .isEqualTo(Cli.narrow("list", "devices").out());
    }

    @Test
    void should_replay_a_trace() throws IOException {
        Path trace = Files.writeString(folder.resolve("t.csv"), "address\n0\n0\n64\n");

        JsonNode output = answers("{\"id\": 1, \"method\": \"replay\", \"params\": {\"arguments\": ["
                        + MAPPER.writeValueAsString(trace.toString())
                        + "], \"options\": {\"device\": \"tiny-1\", \"outstanding\": 1}}}")
                .get("1")
                .at("/result/output");

        assertThat(output.get("device").stringValue()).isEqualTo("tiny-1");
        assertThat(output.at("/caches/l1/readHits").intValue()).isEqualTo(1);
    }

    @Test
    void should_sweep_in_parts_and_merge_them() throws IOException {
        Path parts = folder.resolve("parts");
        Path all = folder.resolve("all");
        String sweep = "{\"id\": %s, \"method\": \"sweep\", \"params\": {\"arguments\": [\"upload-scale-readback\"],"
                + " \"options\": {\"vary\": {\"caches.l2.latency\": \"20,30,40\"}, \"jobs\": 1, \"shard\": \"%s/2\", \"out\": "
                + MAPPER.writeValueAsString(parts.toString()) + "}}}\n";

        Map<String, ObjectNode> swept = answers(sweep.formatted(1, 1) + sweep.formatted(2, 2), 2);
        Map<String, ObjectNode> merged = answers("{\"id\": 3, \"method\": \"merge\", \"params\": {\"arguments\": ["
                + MAPPER.writeValueAsString(parts.toString()) + "], \"options\": {\"out\": "
                + MAPPER.writeValueAsString(all.toString()) + "}}}");

        assertThat(swept.values())
                .allSatisfy(answer ->
                        assertThat(answer.at("/result/exitCode").intValue()).isZero());
        assertThat(merged.get("3").at("/result/exitCode").intValue()).isZero();
        assertThat(all.resolve("results.csv")).content().hasLineCount(4);
    }

    @Test
    void should_tell_bad_input_as_an_error_with_the_line_that_the_command_says() {
        JsonNode error = answers("""
                {"id": 1, "method": "run", "params": {"arguments": ["upload"]}}""").get("1").get("error");

        assertThat(error.get("code").intValue()).isEqualTo(RpcException.INVALID_PARAMS);
        assertThat(error.get("message").stringValue() + "\n")
                .isEqualTo(Cli.run("run", "upload").err());
        assertThat(error.at("/data/exitCode").intValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\": 1,| -32700 | column",
                "{\"id\": 1} {}| -32700 | not JSON: more text after the end of the JSON value",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"arguments\": [\"--seed=1\"]}}| -32602 | '--seed=1' is an option",
                "[1]| -32600 | a request is an object",
                "{\"id\": 1}| -32600 | method",
                "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"version\"}| -32600 | only \"2.0\"",
                "{\"id\": {}, \"method\": \"version\"}| -32600 | a string or a number",
                "{\"id\": 1, \"method\": \"runn\"}| -32601 | did you mean 'run'",
                "{\"id\": 1, \"method\": \"lint\"}| -32601 | lint: no such method; lint is part of 'check'",
                "{\"id\": 1, \"method\": \"serve\"}| -32601 | serve: no such method",
                "{\"id\": 1, \"method\": \"a\\nb\"}| -32601 | a\\u000ab: no such method",
                "{\"id\": 1, \"method\": \"run\", \"params\": []}| -32602 | not an array",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"args\": []}}| -32602 | the nearest is 'arguments'",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"arguments\": \"x\"}}| -32602 | an array of strings",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"arguments\": [{}]}}| -32602 | a string or a number",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"options\": {\"devic\": 1}}}| -32602 | did you mean 'device'",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"options\": {\"help\": true}}}| -32602 | is for people",
                "{\"id\": 1, \"method\": \"run\", \"params\": {\"options\": {\"device\": true}}}| -32602 | takes DEVICE",
                "{\"id\": 1, \"method\": \"cancel\"}| -32602 | which request"
            })
    void should_refuse_what_is_no_request_of_ours(String line, int code, String says) {
        ObjectNode reply = (ObjectNode) MAPPER.readTree(serve(line, 1));

        assertThat(reply.at("/error/code").intValue()).isEqualTo(code);
        assertThat(reply.at("/error/message").stringValue()).contains(says);
        assertThat(reply.at("/error/data/exitCode").asInt(0)).isEqualTo(code < -32600 && code > -32603 ? 2 : 0);
    }

    /** Who is not told that it was its own request that nobody can read would wait for ever. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\": 7, \"params\": {\"options\": {\"\\ud800\": 1}}}| 7",
                "{\"method\": {\"id\": 1}, \"id\": \"seven\",| \"seven\"",
                "{\"id\": [7], \"method\":| null",
                "{\"method\": !, \"id\": 7}| null",
                "[7,| null"
            })
    void should_answer_to_the_id_that_stands_before_what_is_no_json(String line, String id) {
        JsonNode reply = MAPPER.readTree(serve(line, 1));

        assertThat(reply.at("/error/code").intValue()).isEqualTo(RpcException.PARSE_ERROR);
        assertThat(reply.get("id").toString()).isEqualTo(id);
    }

    @Test
    void should_tell_of_nesting_without_names_of_its_insides() {
        String reply = serve("{\"id\": 1, \"params\": " + "[".repeat(2000) + "]".repeat(2000) + "}", 1);

        assertThat(reply).contains("-32700", "nesting depth").doesNotContain("StreamReadConstraints");
    }

    @Test
    void should_tell_of_a_line_that_is_cut_off_without_names_of_its_insides() {
        assertThat(serve("{", 1)).contains("-32700", "Unexpected end-of-input").doesNotContain("StreamReadFeature");
    }

    @Test
    void should_go_on_after_a_line_that_was_refused() {
        assertThat(answers("nonsense\n\n{\"id\": 2, \"method\": \"version\"}")
                        .get("2")
                        .at("/result/name")
                        .stringValue())
                .isEqualTo("sluice");
    }

    @Test
    void should_list_its_methods() {
        List<String> methods =
                answers("{\"id\": 1, \"method\": \"version\"}").get("1").at("/result/methods").values().stream()
                        .map(JsonNode::stringValue)
                        .toList();

        assertThat(methods)
                .contains("run", "check", "replay", "sweep", "merge", "version", "cancel", "shutdown")
                .doesNotContain("serve");
    }

    @Test
    void should_answer_no_notification() {
        assertThat(serve("{\"method\": \"list\", \"params\": {\"arguments\": [\"devices\"]}}", 1))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\": \"lisst\"}",
                "{\"method\": \"list\", \"params\": {\"arguments\": [\"nothing\"]}}",
                "{\"method\": \"list\", \"params\": {\"arguments\": [{}]}}"
            })
    void should_answer_no_notification_that_fails(String line) {
        assertThat(serve(line, 1)).isEmpty();
    }

    @Test
    void should_refuse_a_number_that_no_double_holds_and_go_on() {
        Map<String, ObjectNode> answers = answers("""
                {"id": 1, "method": "run", "params": {"arguments": ["upload-scale-readback"], "options": {"seed": 1e400}}}
                {"id": 2, "method": "version"}""");

        assertThat(answers.get("1").at("/error/message").stringValue()).contains("--seed", "is no whole number");
        assertThat(answers).containsKey("2");
    }

    @Test
    void should_answer_with_the_number_that_the_id_was() {
        assertThat(MAPPER.readTree(serve("{\"id\": 1e400, \"method\": \"version\"}", 1))
                        .get("id")
                        .isNumber())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\\ud800",
                "\\udc00a\\ud83d\\ude00",
                "\\ud83d\\ude00\\ud83d",
                "\\ud800\\ud800\\udc00",
                "\\ud83d\\ude00"
            })
    void should_answer_with_the_halves_of_characters_that_the_id_was(String id) {
        byte[] sent =
                serve("{\"id\": \"" + id + "\", \"method\": \"version\"}", 1).getBytes(StandardCharsets.UTF_8);
        JsonNode reply = MAPPER.readTree(new String(sent, StandardCharsets.UTF_8));

        assertThat(reply.get("id")).isEqualTo(MAPPER.readTree("\"" + id + "\""));
        assertThat(reply.has("result")).isTrue();
    }

    @Test
    void should_answer_what_was_asked_before_shutdown_and_nothing_after_it() {
        Map<String, ObjectNode> answers = answers("""
                {"id": 1, "method": "list", "params": {"arguments": ["devices"]}}
                {"id": 2, "method": "shutdown"}
                {"id": 3, "method": "version"}""");

        assertThat(answers).containsOnlyKeys("1", "2");
    }

    @Test
    void should_give_the_same_answers_for_any_number_of_jobs() {
        StringBuilder requests = new StringBuilder();
        for (int id = 0; id < 6; id++) {
            requests.append(
                    "{\"id\": " + id + ", \"method\": \"run\", \"params\": {\"arguments\": [\"upload-scale-readback\"],"
                            + " \"options\": {\"set\": {\"caches.l2.latency\": " + (20 + id) + "}}}}\n");
        }

        Map<String, ObjectNode> one = answers(requests.toString(), 1);
        Map<String, ObjectNode> three = answers(requests.toString(), 3);

        assertThat(three).hasSize(6);
        three.forEach((id, answer) -> assertThat(untimed(answer.at("/result/output")))
                .isEqualTo(untimed(one.get(id).at("/result/output"))));
    }

    @Test
    void should_refuse_an_id_that_is_still_under_way() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        StringWriter out = new StringWriter();
        Program waiting = program((words, session) -> {
            awaitUninterrupted(go);
            return 0;
        });
        Thread server = new Thread(
                () -> serve(waiting, "{\"id\": 1, \"method\": \"list\"}\n{\"id\": 1, \"method\": \"list\"}\n", 1, out));
        server.start();
        while (!out.toString().contains("still under way")) {
            Thread.sleep(1);
        }
        go.countDown();
        server.join();

        assertThat(out.toString().lines()).hasSize(2);
    }

    @Test
    void should_ask_a_cancelled_command_to_stop() {
        CountDownLatch asked = new CountDownLatch(1);
        Program waiting = program((words, session) -> {
            session.interrupt().watch(asked::countDown);
            awaitUninterrupted(asked);
            return 130;
        });
        StringWriter out = new StringWriter();

        serve(
                waiting,
                "{\"id\": 1, \"method\": \"list\"}\n{\"id\": 2, \"method\": \"cancel\", \"params\": {\"id\": 1}}\n",
                1,
                out);

        Map<String, ObjectNode> answers = byId(out.toString());
        assertThat(answers.get("2").at("/result/cancelled").booleanValue()).isTrue();
        assertThat(answers.get("1").at("/result/exitCode").intValue()).isEqualTo(130);
    }

    @Test
    void should_end_when_it_is_interrupted_whether_or_not_more_is_asked() throws Exception {
        Interrupt interrupt = new Interrupt();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Program waiting = program((words, session) -> {
            session.interrupt().watch(asked::countDown);
            begun.countDown();
            awaitUninterrupted(asked);
            return 130;
        });
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        Session session = new Session(Terminal.plain(writer, writer), Sluice::simulation, interrupt, "test");
        Server server = new Server(waiting, session, Set.of("serve"));
        interrupt.watch(server::stop);
        try (PipedWriter requests = new PipedWriter();
                PipedReader in = new PipedReader(requests)) {
            requests.write("{\"id\": 1, \"method\": \"list\"}\n");
            requests.flush();
            FutureTask<Boolean> served = new FutureTask<>(() -> {
                server.serve(new BufferedReader(in), 1);
                return true;
            });
            new Thread(served).start();
            begun.await();

            interrupt.request();

            assertThat(served.get(30, TimeUnit.SECONDS)).isTrue();
            assertThat(byId(out.toString()).get("1").at("/result/exitCode").intValue())
                    .isEqualTo(130);
        }
    }

    @Test
    void should_tell_that_there_is_nothing_to_cancel() {
        assertThat(answers("{\"id\": 2, \"method\": \"cancel\", \"params\": {\"id\": 1}}")
                        .get("2")
                        .get("result")
                        .toString())
                .isEqualTo("{\"cancelled\":false}");
    }

    @Test
    void should_leave_a_message_as_it_is() {
        String reply = serve("{\"id\": 1, \"method\": \"run\", \"params\": {\"arguments\": [\"sluice: a.yaml\"]}}", 1);

        assertThat(byId(reply).get("1").at("/error/message").stringValue()).isEqualTo("sluice: a.yaml: no such file");
    }

    @Test
    void should_go_on_behind_a_line_that_is_too_long() {
        String filler = "x".repeat(Server.LONGEST_LINE);
        Map<String, ObjectNode> replies = answers("{\"id\": 1, \"method\": \"version\", \"params\": {\"x\": \"" + filler
                + "\"}}\n{\"id\": 2, \"method\": \"version\"}");

        assertThat(replies.get("1").at("/error/message").stringValue())
                .isEqualTo("the line is longer than the 16 Mi characters that a request may have");
        assertThat(replies.get("2").has("result")).isTrue();
    }

    /** The answer is still being written when whoever asked asks again. */
    @Test
    void should_take_an_id_again_that_it_has_answered() {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        StringWriter out = new StringWriter() {
            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                answered.countDown();
                if (asked.getCount() > 0) {
                    awaitUninterrupted(asked);
                }
            }
        };
        String request = "{\"id\": 1, \"method\": \"list\", \"params\": {\"arguments\": [\"hashes\"]}}\n";
        Reader in = new Reader() {
            private int given;

            @Override
            public int read(char[] into, int from, int length) {
                if (given == 2) {
                    return -1;
                }
                if (given == 1) {
                    awaitUninterrupted(answered);
                    asked.countDown();
                }
                given++;
                request.getChars(0, request.length(), into, from);
                return request.length();
            }

            @Override
            public void close() {}
        };
        serve(REAL, in, 1, out);

        assertThat(out.toString().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"result\""));
    }

    @Test
    void should_name_jobs_out_of_range() {
        assertThat(Cli.run("serve", "--jobs", "0").err()).contains("--jobs must be between 1 and 1024, not 0");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private interface Command {
        int run(List<String> words, Session session);
    }

    private static Program program(Command command) {
        return new Program() {
            @Override
            public int run(List<String> words, Session session) {
                return command.run(words, session);
            }

            @Override
            public CommandLine commands() {
                return Main.commandLine();
            }
        };
    }

    private static final Program REAL = program((words, session) -> Main.run(
            words.toArray(String[]::new),
            session.terminal().out(),
            session.terminal().err()));

    private static Map<String, ObjectNode> answers(String requests) {
        return answers(requests, 1);
    }

    private static Map<String, ObjectNode> answers(String requests, int jobs) {
        return byId(serve(requests, jobs));
    }

    private static Map<String, ObjectNode> byId(String replies) {
        Map<String, ObjectNode> byId = new LinkedHashMap<>();
        replies.lines().map(line -> (ObjectNode) MAPPER.readTree(line)).forEach(reply -> {
            assertThat(reply.get("jsonrpc").stringValue()).isEqualTo("2.0");
            byId.put(reply.get("id").isNull() ? "null" : reply.get("id").asString(), reply);
        });
        return byId;
    }

    private static String serve(String requests, int jobs) {
        StringWriter out = new StringWriter();
        serve(REAL, requests, jobs, out);
        return out.toString();
    }

    private static void serve(Program program, String requests, int jobs, StringWriter out) {
        serve(program, new StringReader(requests), jobs, out);
    }

    private static void serve(Program program, Reader requests, int jobs, StringWriter out) {
        PrintWriter writer = new PrintWriter(out);
        Session session = new Session(Terminal.plain(writer, writer), Sluice::simulation, new Interrupt(), "test");
        try {
            new Server(program, session, Set.of("serve")).serve(new BufferedReader(requests), jobs);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode untimed(JsonNode result) {
        ObjectNode copy = (ObjectNode) result.deepCopy();
        copy.remove(List.of("wallSeconds", "timing"));
        return copy;
    }
}
