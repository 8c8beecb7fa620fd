// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Plug-ins as their authors and users meet them: a jar, the real program, and one line for whatever is wrong. */
final class PluginTest {

    private static final Path EXAMPLE =
            Path.of(Objects.requireNonNull(System.getProperty("sluice.root"))).resolve("docs/examples/plugin-policy");
    private static final String V100 = "nvidia-v100";
    private static final String STREAM = "upload-scale-readback";

    @TempDir
    private Path folder;

    private PluginJars jars;

    @BeforeEach
    void prepare() {
        jars = new PluginJars(folder);
    }

    private static String policy(String name, String body) {
        return """
                import dev.sluice.machine.cache.policy.*;
                public final class Mine implements PolicyProvider {
                    @Override public String name() { return "%s"; }
                    @Override public ReplacementPolicy create(PolicySetup setup) { %s }
                }
                """.formatted(name, body);
    }

    private Path mine(String jar, String name, String body) throws IOException {
        return jars.jar(jar, "Mine", policy(name, body), Map.of(PluginJars.POLICY, "Mine # mine\n"));
    }

    @Test
    void the_example_runs_and_its_parameter_can_be_set() throws IOException {
        Path jar = jars.project("clock-policy", EXAMPLE);

        Cli listed = Cli.run("list", "policies", "--plugin", jar.toString());
        assertThat(listed.out())
                .containsPattern("\nclock +evicts the first line that was not used since a hand came by\n");

        Cli run = Cli.run(
                "run",
                STREAM,
                "-q",
                "--plugin",
                jar.toString(),
                "--set",
                "caches.l2.replacement={policy: clock, chances: 2}");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();

        Cli wrong = Cli.run(
                "run",
                STREAM,
                "--plugin",
                jar.toString(),
                "--set",
                "caches.l2.replacement=clock",
                "--set",
                "caches.l2.replacement.chances=9");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err())
                .endsWith("policy 'clock': must be a whole number from 1 to 7, not '9'\n")
                .hasLineCount(1);
    }

    @Test
    void the_slice_hash_of_the_page_on_plug_ins_works() throws IOException {
        String page = Files.readString(EXAMPLE.resolve("../../plugins.md"));
        String source = page.substring(page.indexOf("```java\n") + 8);
        source = source.substring(0, source.indexOf("```"));
        Path jar = jars.jar("fields", "Fields", source, Map.of(PluginJars.SLICE_HASH, "Fields\n"));

        Cli run = Cli.run(
                "run",
                STREAM,
                "-q",
                "--device",
                V100,
                "--plugin",
                jar.toString(),
                "--set",
                "caches.l2.sliceHash={hash: fields, from: 2}");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @Test
    void a_result_names_the_jar_that_it_was_made_with() throws IOException, GeneralSecurityException {
        Path jar = jars.project("clock-policy", EXAMPLE);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));

        Cli run = Cli.run("run", STREAM, "--json", "--plugin", jar.toString());

        assertThat(JsonMapper.shared().readTree(run.out()).path("inputs").valueStream())
                .filteredOn(input -> input.path("kind").stringValue().equals("plugin"))
                .singleElement()
                .satisfies(input -> {
                    assertThat(input.path("name").stringValue())
                            .isEqualTo(jar.getFileName().toString());
                    assertThat(input.path("sha256").stringValue())
                            .isEqualTo(HexFormat.of().formatHex(hash));
                });
    }

    @Test
    void a_sweep_does_not_go_on_with_another_jar() throws IOException {
        String[] sweep = {
            "sweep",
            "scenarios/transfer-write-shader-read-cured",
            "--vary",
            "caches.l2.latency=100,200",
            "-o",
            folder.resolve("out").toString(),
            "--plugin",
            ""
        };
        sweep[sweep.length - 1] = mine("mine", "mine", "return null;").toString();
        assertThat(Cli.run(sweep).err()).isEmpty();
        Path other = mine("other", "mine", "throw new IllegalStateException();");
        Files.move(other, Path.of(sweep[sweep.length - 1]), StandardCopyOption.REPLACE_EXISTING);

        String[] resumed = Arrays.copyOf(sweep, sweep.length + 1);
        resumed[sweep.length] = "--resume";
        Cli second = Cli.run(resumed);

        assertThat(second.err()).contains("plugin mine.jar has changed since").hasLineCount(1);
        assertThat(second.code()).isEqualTo(2);
    }

    @Test
    void a_plug_in_is_gone_with_its_command() throws IOException {
        Path jar = jars.project("clock-policy", EXAMPLE);
        assertThat(Cli.run("list", "policies", "--plugin", jar.toString()).out())
                .contains("clock");
        assertThat(Cli.run("list", "policies").out()).doesNotContain("clock");
    }

    @Test
    void every_command_that_takes_a_device_takes_plug_ins() throws IOException {
        String jar = jars.project("clock-policy", EXAMPLE).toString();
        String set = "caches.l2.replacement=clock";
        assertThat(Cli.run("describe", "nvidia-v100", "--plugin", jar, "--set", set)
                        .out())
                .contains("clock");
        for (String command : new String[] {"check", "validate"}) {
            assertThat(Cli.run(command, STREAM, "--plugin", jar, "--set", set).err())
                    .as(command)
                    .isEmpty();
        }
        for (String command :
                new String[] {"run", "compare", "advise", "barrier", "describe", "check", "validate", "list"}) {
            assertThat(Cli.run(command, "--help").out()).as(command).contains("--plugin");
        }
    }

    @Test
    void a_slice_hash_can_be_plugged_in() throws IOException {
        Path jar = jars.jar("high", "High", """
                import dev.sluice.machine.cache.policy.SliceHashProvider;
                import dev.sluice.plugin.*;
                import java.util.List;
                public final class High implements SliceHashProvider {
                    @Override public String name() { return "high"; }
                    @Override public List<Parameter> parameters() {
                        return List.of(Parameter.integer("shift", 4, 0, 40, "bits of the line's number that do not count"));
                    }
                    @Override public SliceFunction create(int slices, int lineBytes, ParameterValues parameters) {
                        int shift = parameters.integer("shift");
                        return line -> (int) ((line >>> shift) %% slices) + (shift == 40 ? 99 : 0);
                    }
                }
                """.replace("%%", "%"), Map.of(PluginJars.SLICE_HASH, "High"));

        Cli run = Cli.run(
                "run", STREAM, "-d", V100, "-q", "--plugin", jar.toString(), "--set", "caches.l2.sliceHash=high");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        Cli other = Cli.run("run", STREAM, "-d", V100, "-q");
        assertThat(run.out()).isNotEqualTo(other.out()).startsWith(STREAM);

        Cli wrong = Cli.run(
                "run",
                STREAM,
                "-d",
                V100,
                "--plugin",
                jar.toString(),
                "--set",
                "caches.l2.sliceHash={hash: high, shift: 40}");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err())
                .startsWith("plug-in high.jar: slice hash 'high' chooses slice ")
                .hasLineCount(1);
    }

    @Test
    void a_slice_hash_that_is_null_is_one_line() throws IOException {
        Path jar = jars.jar("empty", "Empty", """
                import dev.sluice.machine.cache.policy.SliceHashProvider;
                import dev.sluice.plugin.ParameterValues;
                public final class Empty implements SliceHashProvider {
                    @Override public String name() { return "empty"; }
                    @Override public SliceFunction create(int slices, int lineBytes, ParameterValues parameters) {
                        return null;
                    }
                }
                """, Map.of(PluginJars.SLICE_HASH, "Empty"));

        Cli run = Cli.run("run", STREAM, "-d", V100, "--plugin", jar.toString(), "--set", "caches.l2.sliceHash=empty");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("plug-in empty.jar: slice hash 'empty' cannot be made: the provider returns null\n");
    }

    @Test
    void whatever_is_wrong_is_one_line() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        Path none = jars.jar("none", "Mine", policy("mine", "return null;"), Map.of());
        Path other = jars.jar("other", "Mine", policy("mine", "return null;"), Map.of("java.sql.Driver", "Mine"));
        Path absent = jars.jar("absent", "Mine", policy("mine", "return null;"), Map.of(PluginJars.POLICY, "Yours"));
        Path throwing = jars.jar("throwing", "Mine", """
                import dev.sluice.machine.cache.policy.*;
                public final class Mine implements PolicyProvider {
                    public Mine() { throw new IllegalStateException("no licence"); }
                    @Override public String name() { return "mine"; }
                    @Override public ReplacementPolicy create(PolicySetup setup) { return null; }
                }
                """, Map.of(PluginJars.POLICY, "Mine"));

        Path checked = jars.jar("checked", "Mine", """
                import dev.sluice.machine.cache.policy.*;
                public final class Mine implements PolicyProvider {
                    static <T extends Throwable> String thrown(Throwable fault) throws T { throw (T) fault; }
                    @Override public String name() { return Mine.<RuntimeException>thrown(new Exception("no licence")); }
                    @Override public ReplacementPolicy create(PolicySetup setup) { return null; }
                }
                """, Map.of(PluginJars.POLICY, "Mine"));

        wrong(folder.resolve("gone.jar"), "plug-in gone.jar: no such file: " + folder.resolve("gone.jar"));
        wrong(Path.of(""), "'': is not a file name: it is empty");
        wrong(Path.of("/dev/null"), "plug-in null: is no jar that can be read");
        wrong(folder, "plug-in " + folder.getFileName() + ": is a folder, not a jar");
        wrong(text, "plug-in text.jar: is no jar that can be read");
        wrong(none, "plug-in none.jar: has no provider inside: nothing under META-INF/services/ that Sluice knows");
        wrong(
                other,
                "plug-in other.jar: has no provider inside: nothing under META-INF/services/ that Sluice knows, only java.sql.Driver");
        wrong(absent, "plug-in absent.jar: names Yours, which it does not have");
        wrong(throwing, "plug-in throwing.jar: Mine throws IllegalStateException: no licence");
        Path twice = jars.jar("twice", "Mine", policy("mine", "return null;"), Map.of(PluginJars.POLICY, "Mine\nMine"));

        wrong(twice, "plug-in twice.jar: brings 'mine' twice");
        wrong(checked, "plug-in checked.jar: Mine throws Exception: no licence");
        wrong(mine("lru", "lru", "return null;"), "plug-in lru.jar: 'lru' is already the name of one of Sluice's own");
    }

    private Path policy(String jar, String name, String parameters) throws IOException {
        return jars.jar(jar, "Mine", """
                import dev.sluice.machine.cache.policy.*;
                import dev.sluice.plugin.Parameter;
                import java.util.*;
                public final class Mine implements PolicyProvider {
                    @Override public String name() { return "%s"; }
                    @Override public List<Parameter> parameters() { return %s; }
                    @Override public ReplacementPolicy create(PolicySetup setup) { return null; }
                }
                """.formatted(name, parameters), Map.of(PluginJars.POLICY, "Mine"));
    }

    @Test
    void what_a_provider_says_of_itself_can_be_used() throws IOException {
        String one = "Parameter.integer(\"k\", 3, 1, 9, \"a number\")";
        wrong(
                policy("twice", "mine", "List.of(" + one + ", " + one + ")"),
                "plug-in twice.jar: Mine has two parameters called 'k'");
        wrong(policy("null", "mine", "null"), "plug-in null.jar: Mine.parameters has null for a list");
        wrong(
                policy("holey", "mine", "Arrays.asList((Parameter) null)"),
                "plug-in holey.jar: Mine.parameters has null in its list");
        wrong(
                policy("odd", "my own", "List.of()"),
                "plug-in odd.jar: Mine is called 'my own'; a name is a letter, then letters, digits, hyphens and underscores");
        wrong(
                policy("broken", "my\\nown", "List.of()"),
                "plug-in broken.jar: Mine is called 'my\\u000aown'; a name is a letter, then letters, digits, hyphens"
                        + " and underscores");
    }

    @Test
    void a_service_file_that_names_no_class_is_named() throws IOException {
        wrong(
                jars.jar("empty", "Mine", policy("mine", "return null;"), Map.of(PluginJars.POLICY, "# Mine")),
                "plug-in empty.jar: has no provider inside: META-INF/services/" + PluginJars.POLICY
                        + " names no class");
    }

    @Test
    void a_fault_of_several_lines_is_told_in_one() throws IOException {
        Path jar = mine("lines", "mine", "throw new RuntimeException(\"one\\ntwo\");");
        Cli run = Cli.run("run", STREAM, "--plugin", jar.toString(), "--set", "caches.l2.replacement=mine");
        assertThat(run.err())
                .isEqualTo("plug-in lines.jar: policy 'mine' cannot be made: java.lang.RuntimeException: one\n");
        assertThat(run.code()).isEqualTo(2);
    }

    @Test
    void jars_of_one_name_from_two_folders_are_told_apart() throws IOException {
        Path first = mine("mine", "mine", "return null;");
        Path second = Files.createDirectory(folder.resolve("second")).resolve("mine.jar");
        Files.copy(first, second);
        Cli both = Cli.run("list", "policies", "--plugin", first.toString(), "--plugin", second.toString());
        assertThat(both.err())
                .isEqualTo(
                        "plug-in mine.jar: 'mine' is already the name of one of another mine.jar, from another folder\n");
    }

    @Test
    void help_does_not_need_the_plug_ins() {
        String gone = folder.resolve("gone.jar").toString();
        assertThat(Cli.run("run", "--plugin", gone, "--help").code()).isZero();
        assertThat(Cli.run("run", "--plugin", gone, "--version").code()).isZero();
        assertThat(Cli.run("run", STREAM, "--plugin", gone).code()).isEqualTo(2);
    }

    @Test
    void parameters_are_listed_of_policies_and_slice_hashes() throws IOException {
        Path jar = policy("set", "mine", "List.of(Parameter.integer(\"k\", 3, 1, 9, \"a number\"))");
        assertThat(Cli.run("list", "policies", "--plugin", jar.toString()).out())
                .containsPattern("\nmine.k +3 \\(1 to 9\\): a number\n")
                .containsPattern("\nsrrip.bits +2 \\(1 to 6\\): ");
        assertThat(Cli.run("list", "hashes").out()).contains("modulo ", "xor ");
    }

    private static void wrong(Path jar, String line) {
        Cli run = Cli.run("run", STREAM, "--plugin", jar.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo(line + "\n");
    }

    @Test
    void two_jars_cannot_bring_the_same_name_but_one_may_be_named_twice() throws IOException {
        Path first = mine("first", "mine", "return null;");
        Path second = mine("second", "mine", "return null;");
        Cli twice = Cli.run("list", "policies", "--plugin", first.toString(), "--plugin", first.toString());
        assertThat(twice.code()).isZero();
        Cli both = Cli.run("list", "policies", "--plugin", first.toString(), "--plugin", second.toString());
        assertThat(both.err()).isEqualTo("plug-in second.jar: 'mine' is already the name of one of first.jar\n");
        assertThat(both.code()).isEqualTo(2);
    }

    @Test
    void one_that_lacks_a_class_names_it() throws IOException {
        Path whole = jars.jar(
                "whole",
                "Mine",
                policy("mine", "return null;").replace("class Mine implements", "class Mine extends Base implements")
                        + "class Base {}",
                Map.of(PluginJars.POLICY, "Mine"));
        Path lacking = folder.resolve("lacking.jar");
        try (var in = new java.util.jar.JarFile(whole.toFile());
                var out = new java.util.jar.JarOutputStream(Files.newOutputStream(lacking))) {
            for (var entry : in.stream().toList()) {
                if (!entry.getName().equals("Base.class")) {
                    out.putNextEntry(new java.util.jar.JarEntry(entry.getName()));
                    in.getInputStream(entry).transferTo(out);
                }
            }
        }

        wrong(lacking, "plug-in lacking.jar: lacks Base, which Mine needs");
    }

    @Test
    void one_built_for_a_newer_java_or_another_sluice_says_so() throws IOException {
        Path newer = mine("newer", "mine", "return null;");
        Path classes = folder.resolve("newer-classes/Mine.class");
        byte[] bytes = Files.readAllBytes(classes);
        bytes[7] = 127;
        Path changed = folder.resolve("changed.jar");
        try (var in = new java.util.jar.JarFile(newer.toFile());
                var out = new java.util.jar.JarOutputStream(Files.newOutputStream(changed))) {
            assertThat(in.size()).isEqualTo(2);
            out.putNextEntry(new java.util.jar.JarEntry("Mine.class"));
            out.write(bytes);
            out.putNextEntry(new java.util.jar.JarEntry("META-INF/services/" + PluginJars.POLICY));
            out.write("Mine".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        wrong(
                changed,
                "plug-in changed.jar: is built for a newer Java than this one, "
                        + Runtime.version().feature());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run STREAM",
                "compare STREAM STREAM",
                "advise STREAM",
                "step STREAM",
                "sweep STREAM --vary caches.l2.latency=100,200 -o PAGE",
                "view STREAM -o PAGE",
                "validate STREAM",
                "barrier COMPUTE_SHADER>COPY -o PAGE",
                "validate seed-discrete-l2",
                "describe seed-discrete-l2"
            })
    void one_that_fails_when_a_policy_is_made_is_named_by_every_command(String command) throws IOException {
        Path jar = mine("failing", "mine", "throw new IllegalArgumentException(\"ways \" + setup.ways());");
        Path page = folder.resolve("page");
        Cli run = Cli.run((command.replace("STREAM", STREAM).replace("PAGE", page.toString()) + " --plugin " + jar
                        + " --set caches.l2.replacement=mine")
                .split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo(
                        "plug-in failing.jar: policy 'mine' cannot be made: java.lang.IllegalArgumentException: ways 16\n");
        assertThat(page).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"flag, INTEGER, FLAG", "integer, FLAG, INTEGER"})
    void a_parameter_that_is_asked_for_as_what_it_is_not_is_told(String asked, String declared, String as)
            throws IOException {
        String parameter = declared.equals("FLAG") ? "flag(\"k\", true, \"k\")" : "integer(\"k\", 3, 1, 9, \"k\")";
        Path jar = jars.jar("asking", "Mine", """
                import dev.sluice.machine.cache.policy.*;
                import dev.sluice.plugin.Parameter;
                import java.util.List;
                public final class Mine implements PolicyProvider {
                    @Override public String name() { return "mine"; }
                    @Override public List<Parameter> parameters() { return List.of(Parameter.%s); }
                    @Override public ReplacementPolicy create(PolicySetup setup) { setup.%s("k"); return null; }
                }
                """.formatted(parameter, asked), Map.of(PluginJars.POLICY, "Mine"));

        Cli run = Cli.run("run", STREAM, "--plugin", jar.toString(), "--set", "caches.l2.replacement=mine");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "plug-in asking.jar: policy 'mine' cannot be made: java.lang.IllegalArgumentException: parameter 'k'"
                                + " is declared as " + declared + " and asked for as " + as + "\n");
    }

    /** A jar whose policy chooses victims so. */
    private Path choosing(String name, String victim) throws IOException {
        return jars.jar(name, "Mine", """
                import dev.sluice.machine.cache.policy.*;
                public final class Mine implements PolicyProvider {
                    static <T extends Throwable> T undeclared(Throwable fault) throws T { throw (T) fault; }
                    @Override public String name() { return "mine"; }
                    @Override public ReplacementPolicy create(PolicySetup setup) {
                        return new ReplacementPolicy() {
                            @Override public void onHit(int set, int way) {}
                            @Override public void onFill(int set, int way, boolean evictFirst) {}
                            @Override public void onInvalidate(int set, int way) {}
                            @Override public int victim(int set, WayCandidates candidates) { %s }
                        };
                    }
                }
                """.formatted(victim), Map.of(PluginJars.POLICY, "Mine"));
    }

    @Test
    void a_policy_that_fails_in_a_run_is_one_line() throws IOException {
        fails(
                choosing("throwing", "return (new int[1])[set + 5];"),
                "plug-in throwing.jar: Mine$1.victim throws ArrayIndexOutOfBoundsException: ");
        fails(
                choosing("asserting", "throw new AssertionError(\"mine\");"),
                "plug-in asserting.jar: Mine$1.victim throws AssertionError: mine");
        fails(choosing("far", "return 99;"), "plug-in far.jar: Mine$1.victim returns way 99; there are 0 to ");
        fails(choosing("none", "return -1;"), "plug-in none.jar: Mine$1.victim returns -1, and way ");
        fails(
                choosing("jdk", "return java.util.List.of(0).get(set + 9);"),
                "plug-in jdk.jar: Mine$1.victim throws IndexOutOfBoundsException: ");
    }

    private static void fails(Path jar, String line) {
        Cli run = Cli.run(
                "run",
                STREAM,
                "-d",
                "nvidia-v100",
                "--plugin",
                jar.toString(),
                "--set",
                "caches.l1.size=4KiB",
                "--set",
                "caches.l1.replacement=mine");
        assertThat(run.err()).startsWith(line).hasLineCount(1);
        assertThat(run.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "return 99;, Mine$1.victim returns way 99;",
        "throw new AssertionError(7);, Mine$1.victim throws AssertionError: 7",
        "throw Mine.<Error>undeclared(new java.io.IOException());, Mine$1.victim throws IOException"
    })
    void a_policy_that_fails_in_a_sweep_is_a_row_that_names_it(String victim, String fault) throws IOException {
        Cli sweep = Cli.run(
                "sweep",
                STREAM,
                "-d",
                "nvidia-v100",
                "--plugin",
                choosing("wrong", victim).toString(),
                "--set",
                "caches.l1.size=4KiB",
                "--vary",
                "caches.l1.replacement=lru,mine",
                "-o",
                folder.resolve("out").toString());

        assertThat(sweep.code()).isEqualTo(1);
        assertThat(sweep.out()).contains("point 2: plug-in wrong.jar: " + fault);
    }
}
