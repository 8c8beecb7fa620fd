// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prefetchers from jars, by the real program. */
final class PrefetcherPluginTest {

    private static final String STREAM = "upload-scale-readback";

    @TempDir
    private Path folder;

    private PluginJars jars;

    @BeforeEach
    void prepare() {
        jars = new PluginJars(folder);
    }

    /** A jar whose provider's create has this body. */
    private String jar(String jar, String name, String body) throws IOException {
        String source = """
                import dev.sluice.machine.cache.prefetch.*;
                import dev.sluice.plugin.Parameter;
                import java.util.List;
                public final class Mine implements PrefetcherProvider {
                    @Override public String name() { return "%s"; }
                    @Override public String description() { return "lines far ahead"; }
                    @Override public List<Parameter> parameters() { return List.of(DISTANCE); }
                    @Override public Prefetcher create(Settings settings) { %s }
                }
                """.formatted(name, body);
        return jars.jar(jar, "Mine", source, Map.of(PluginJars.PREFETCHER, "Mine"))
                .toString();
    }

    private static Cli run(String jar, String prefetch) {
        return Cli.run("run", STREAM, "-d", "nvidia-v100", "--plugin", jar, "--set", "caches.l2.prefetch=" + prefetch);
    }

    @Test
    void a_prefetcher_of_a_jar_is_listed_and_prefetches_by_its_numbers() throws IOException {
        String jar = jar(
                "far",
                "far",
                "return (access, outcome, sink) ->"
                        + " sink.prefetch(access.address() + (long) settings.distance() * settings.lineBytes());");

        Cli listed = Cli.run("list", "prefetchers", "--plugin", jar);
        assertThat(listed.out())
                .containsPattern(
                        "(?m)^far +lines far ahead\nfar.distance +16 \\(1 to 64\\): lines that are looked ahead at most$");
        assertThat(Cli.run("list", "prefetchers").out())
                .doesNotContain("far ahead")
                .containsPattern("(?m)^stream.degree +1 \\(1 to 64\\): ");

        Cli run = run(jar, "{kind: far, distance: 2}");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).containsPattern("l2 +far +[1-9]");
        assertThat(run(jar, "{kind: far, distance: 3}").out()).isNotEqualTo(run.out());
    }

    @Test
    void a_jar_that_comes_later_is_found_and_gone_with_its_command() throws IOException {
        assertThat(Cli.run("list", "prefetchers").code()).isZero();
        String jar = jar("late", "late", "return (access, outcome, sink) -> {};");
        assertThat(run(jar, "late").code()).isZero();
        Cli without = Cli.run("run", STREAM, "-d", "nvidia-v100", "--set", "caches.l2.prefetch=late");
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).contains("unknown prefetcher 'late'").hasLineCount(1);
    }

    @Test
    void a_prefetcher_has_parameters_of_its_own() throws IOException {
        String source = """
                import dev.sluice.machine.cache.prefetch.*;
                import dev.sluice.plugin.Parameter;
                import java.util.List;
                public final class Mine implements PrefetcherProvider {
                    @Override public String name() { return "ahead"; }
                    @Override public List<Parameter> parameters() {
                        return List.of(DEGREE, Parameter.integer("lead", 2, 1, 9, "lines ahead"));
                    }
                    @Override public Prefetcher create(Settings settings) {
                        int lead = settings.integer("lead");
                        return (access, outcome, sink) ->
                                sink.prefetch(access.address() + (long) lead * settings.lineBytes());
                    }
                }
                """;
        String jar = jars.jar("ahead", "Mine", source, Map.of(PluginJars.PREFETCHER, "Mine"))
                .toString();

        assertThat(Cli.run("list", "prefetchers", "--plugin", jar).out())
                .containsPattern("(?m)^ahead.lead +2 \\(1 to 9\\): lines ahead$");
        Cli two = run(jar, "ahead");
        assertThat(two.code()).isZero();
        assertThat(prefetched(run(jar, "{kind: ahead, parameters: {lead: 2}}"))).isEqualTo(prefetched(two));
        assertThat(prefetched(run(jar, "{kind: ahead, parameters: {lead: 0x2}}")))
                .isEqualTo(prefetched(two));
        assertThat(prefetched(run(jar, "{kind: ahead, parameters: {lead: 7}}"))).isNotEqualTo(prefetched(two));
        assertThat(run(jar, "{kind: ahead, parameters: {lead: 10}}").err())
                .endsWith(
                        "prefetch.parameters.lead: prefetcher 'ahead': must be a whole number from 1 to 9, not '10'\n")
                .hasLineCount(1);
        assertThat(run(jar, "{kind: stride, parameters: {lead: 3}}").err())
                .endsWith("prefetch.parameters.lead: prefetcher 'stride': there are no parameters\n");
    }

    @Test
    void one_that_fails_in_a_run_is_named() throws IOException {
        String jar =
                jar("late", "late", "return (access, outcome, sink) -> { throw new IllegalStateException(\"no\"); };");

        wrong(run(jar, "late"), "plug-in late.jar: Mine.lambda$create$0 throws IllegalStateException: no");
    }

    @Test
    void one_that_asks_in_a_run_for_a_parameter_that_it_has_not_is_named() throws IOException {
        String jar = jar("asking", "asking", "return (access, outcome, sink) -> settings.integer(\"lead\");");

        wrong(
                run(jar, "asking"),
                "plug-in asking.jar: Mine.lambda$create$0 throws IllegalArgumentException: no parameter 'lead' is declared");
    }

    @Test
    void whatever_is_wrong_is_one_line() throws IOException {
        wrong(
                run(
                        jar("failing", "mine", "throw new IllegalStateException(\"page \" + settings.pageBytes());"),
                        "mine"),
                "plug-in failing.jar: prefetcher 'mine' cannot be made: java.lang.IllegalStateException: page 4096");
        wrong(
                run(jar("empty", "mine", "return null;"), "mine"),
                "plug-in empty.jar: prefetcher 'mine' cannot be made: the provider returns null");
        wrong(
                run(jar("taken", "stride", "return null;"), "stride"),
                "plug-in taken.jar: 'stride' is already the name of one of Sluice's own");
        wrong(
                run(jar("off", "none", "return null;"), "stride"),
                "plug-in off.jar: 'none' is the name of no prefetching at all");
    }

    /** The report but for its notes, one of which is what was set. */
    private static List<String> prefetched(Cli run) {
        return run.out().lines().filter(line -> !line.startsWith("note")).toList();
    }

    private static void wrong(Cli run, String line) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(line + "\n");
    }
}
