// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.Cli;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.serve.Program;
import dev.sluice.cli.serve.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Plug-ins of calls to a server: each call has its own, those of the same name too. */
final class ServedPluginsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String STREAM = "upload-scale-readback";
    /** Both calls are under way before either opens its jar. */
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @TempDir
    private Path folder;

    /** A jar with a policy 'mine' that evicts the way that an expression of {@code way} is least for. */
    private String jar(String name, String rank) throws IOException {
        return new PluginJars(folder)
                .jar(name, "Mine", """
                        import dev.sluice.machine.cache.policy.*;
                        public final class Mine implements PolicyProvider {
                            @Override public String name() { return "mine"; }
                            @Override public String description() { return "that of %s"; }
                            @Override public ReplacementPolicy create(PolicySetup setup) {
                                return new ReplacementPolicy() {
                                    @Override public void onHit(int set, int way) {}
                                    @Override public void onFill(int set, int way, boolean evictFirst) {}
                                    @Override public void onInvalidate(int set, int way) {}
                                    @Override public int victim(int set, WayCandidates candidates) {
                                        for (int i = 0; i < setup.ways(); i++) {
                                            int way = %s;
                                            if (candidates.evictable(set, way)) {
                                                return way;
                                            }
                                        }
                                        return -1;
                                    }
                                };
                            }
                        }
                        """.formatted(name, rank), Map.of(PluginJars.POLICY, "Mine"))
                .toString();
    }

    @Test
    void two_calls_at_once_see_the_plug_in_that_each_names() throws IOException {
        String first = jar("first", "0");
        String second = jar("second", "(set + i) % setup.ways()");

        Map<String, JsonNode> answers = serve(2, run(1, first), run(2, second), list(3, first), list(4, second));

        for (int id = 1; id <= 2; id++) {
            String alone = Cli.run(
                            "run",
                            STREAM,
                            "--json",
                            "--plugin",
                            id == 1 ? first : second,
                            "--set",
                            "caches.l2.replacement=mine")
                    .out();
            assertThat(answers.get("" + id).at("/result/output/caches"))
                    .isEqualTo(JSON.readTree(alone).get("caches"));
        }
        assertThat(answers.get("3").at("/result/output").asString()).contains("that of first");
        assertThat(answers.get("4").at("/result/output").asString()).contains("that of second");
    }

    @Test
    void a_call_without_plug_ins_knows_none_of_another_call() throws IOException {
        String first = jar("first", "0");

        Map<String, JsonNode> answers = serve(
                1, list(1, first), "{\"id\": 2, \"method\": \"list\", \"params\": {\"arguments\": [\"policies\"]}}");

        assertThat(answers.get("1").at("/result/output").asString()).contains("that of first");
        assertThat(answers.get("2").at("/result/output").asString())
                .contains("lru")
                .doesNotContain("that of first");
    }

    private static String run(int id, String jar) {
        return call(id, "run", STREAM, jar, ", \"set\": {\"caches.l2.replacement\": \"mine\"}");
    }

    private static String list(int id, String jar) {
        return call(id, "list", "policies", jar, "");
    }

    private static String call(int id, String method, String argument, String jar, String more) {
        ObjectNode options = JSON.createObjectNode();
        options.put("plugin", jar);
        String written = options.toString();
        return "{\"id\": " + id + ", \"method\": \"" + method + "\", \"params\": {\"arguments\": [\"" + argument
                + "\"], \"options\": " + written.substring(0, written.length() - 1) + more + "}}}";
    }

    /** The answers of a server of so many jobs; with two of them commands begin in pairs. */
    private static Map<String, JsonNode> serve(int jobs, String... requests) throws IOException {
        Program program = new Program() {
            @Override
            public int run(List<String> words, Session session) {
                if (jobs == 2) {
                    awaitOther();
                }
                return Main.run(
                        words.toArray(String[]::new),
                        session.terminal().out(),
                        session.terminal().err());
            }

            @Override
            public CommandLine commands() {
                return Main.commandLine();
            }
        };
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        Session session = new Session(Terminal.plain(writer, writer), Sluice::simulation, new Interrupt(), "test");
        new Server(program, session, Set.of("serve"))
                .serve(new BufferedReader(new StringReader(String.join("\n", requests))), jobs);
        Map<String, JsonNode> answers = new HashMap<>();
        for (String line : out.toString().lines().toList()) {
            JsonNode answer = JSON.readTree(line);
            answers.put(answer.get("id").asString(), answer);
        }
        return answers;
    }

    private static void awaitOther() {
        try {
            BOTH.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
