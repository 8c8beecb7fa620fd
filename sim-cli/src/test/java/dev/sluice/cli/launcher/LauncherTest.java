// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher runs the program wherever it lies, and builds it when, and only when, that is needed. */
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {
    private static final String HERE = Integer.toString(Runtime.version().feature());

    @TempDir
    private Path temporary;

    private Checkout checkout;

    @BeforeEach
    void makeACheckout() throws IOException {
        checkout = new Checkout(Files.createDirectory(temporary.resolve("a checkout")), temporary.resolve("tools"));
    }

    @Test
    void two_at_once_on_a_fresh_clone_build_once() throws IOException {
        checkout.buildsTake(1);
        List<Shell.Started> started = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            started.add(shell().start(checkout.launcher().toString(), "number " + i));
        }

        for (int i = 0; i < started.size(); i++) {
            Shell.Result result = started.get(i).end();
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).startsWith("[number " + i + "]\n");
        }
        assertThat(checkout.builds()).isEqualTo(1);
        assertThat(temporary.resolve("a checkout/.sluice-build.lock")).doesNotExist();
    }

    @Test
    void an_edited_source_is_built_and_an_unchanged_one_is_not() throws IOException {
        run("one");
        run("two");
        assertThat(checkout.builds()).isEqualTo(1);

        checkout.edit();
        assertThat(run("three").err()).isEqualTo("sluice: sources have changed, building\n");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void a_lock_whose_owner_died_is_taken_over() throws IOException {
        Path lock = Files.createDirectory(temporary.resolve("a checkout/.sluice-build.lock"));
        // no process has a number so large
        Files.writeString(lock.resolve("pid"), "99999999\n");

        assertThat(run("now").out()).startsWith("[now]\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Xfoo | Unrecognized option: -Xfoo",
                "-XX:+NoSuchThing | Unrecognized VM option 'NoSuchThing'",
                "-Xmx | Invalid maximum heap size: -Xmx",
                "-Xmx1k | Too small maximum heap",
                "no.such.Class | Could not find or load main class no.such.Class"
            })
    void options_that_the_jvm_does_not_take_are_bad_usage(String options, String why) throws IOException {
        run("build");
        for (int times = 0; times < 2; times++) {
            Shell.Result result = shell().with("SLUICE_JAVA_OPTS", options)
                    .run(checkout.launcher().toString(), "x");

            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err()).isEqualTo("sluice: SLUICE_JAVA_OPTS: " + why + "\n");
            assertThat(result.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"})
    void what_the_jvm_takes_by_itself_may_choose_the_collector_and_is_told_when_it_does_not_start(String variable)
            throws IOException {
        run("build");
        String program = checkout.launcher().toString();

        Shell.Result collector = shell().with(variable, "-XX:+UseG1GC").run(program, "run");
        Shell.Result refused = shell().with(variable, "-Xmx1k").run(program, "run");

        assertThat(collector.code()).as(collector.out() + collector.err()).isZero();
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).isEqualTo("sluice: " + variable + ": Too small maximum heap\n");
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void options_for_the_jvm_are_no_patterns_for_names_of_files() throws IOException {
        run("build");
        Files.createFile(temporary.resolve("a checkout/-Dset.by.options=file"));

        Shell.Result result = shell().with("SLUICE_JAVA_OPTS", "-Dset.by.options=*")
                .run(checkout.launcher().toString(), "x");

        assertThat(result.out()).as(result.err()).contains(" *\n");
    }

    @Test
    void a_current_directory_that_is_gone_is_told() throws IOException {
        run("build");

        Shell.Result result = shell().run(
                        "sh",
                        "-c",
                        "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" x",
                        checkout.launcher().toString());

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).endsWith("sluice: the current directory is gone\n");
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HOME", "XDG_CACHE_HOME"})
    void a_release_makes_no_cache_below_the_current_directory(String variable) throws IOException {
        Path launcher = Checkout.release(temporary.resolve("sluice 1.0"), temporary.resolve("tools"));
        Path here = Files.createDirectory(temporary.resolve("here"));

        Shell.Result result = new Shell(here).with(variable, "cache").run(launcher.toString(), "x");

        assertThat(result.out()).as(result.err()).startsWith("[x]\n");
        assertThat(here).isEmptyDirectory();
    }

    @Test
    void an_empty_jar_is_no_finding() throws IOException {
        Path launcher = Checkout.release(temporary.resolve("sluice 1.0"), temporary.resolve("tools"));
        Path jar = Files.write(launcher.resolveSibling("sluice.jar"), new byte[0]);

        Shell.Result result = shell().run(launcher.toString(), "x");

        assertThat(result.code()).isEqualTo(70);
        assertThat(result.err()).isEqualTo("sluice: " + jar.toRealPath() + " cannot be read, or is empty\n");
    }

    @Test
    void a_failed_build_is_told_with_the_words_of_maven() throws IOException {
        checkout.maven("#!/bin/sh\necho 'no symbol found'\nexit 1\n");

        Shell.Result result = shell().run(checkout.launcher().toString());

        assertThat(result.code()).isEqualTo(70);
        assertThat(result.err()).contains("no symbol found\n").contains("sluice: the build failed;");
        assertThat(temporary.resolve("a checkout/.sluice-build.lock")).doesNotExist();
    }

    @Test
    void arguments_arrive_as_they_are_and_the_exit_code_comes_back() throws IOException {
        Shell.Result result =
                shell().run(checkout.launcher().toString(), "exit", "3", "two words", "", "*", "$HOME", "it's \"so\"");

        assertThat(result.code()).isEqualTo(3);
        assertThat(result.out()).startsWith("[exit]\n[3]\n[two words]\n[]\n[*]\n[$HOME]\n[it's \"so\"]\n");
    }

    @Test
    void standard_input_that_is_closed_is_empty() throws IOException {
        Shell.Result result = shell().run(
                        "sh", "-c", "exec \"$0\" input <&-", checkout.launcher().toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).endsWith("input 0\n");
    }

    @Test
    void a_folder_of_plug_ins_beside_it_is_told_to_the_program() throws IOException {
        assertThat(run("home").out()).contains("home null\n");

        Files.createDirectory(temporary.resolve("a checkout/plugins"));
        assertThat(run("home").out())
                .contains("home " + temporary.resolve("a checkout").toRealPath() + "\n");
    }

    @Test
    void a_relative_symlink_to_a_symlink_leads_to_the_program() throws IOException {
        Path bin = Files.createDirectory(temporary.resolve("my bin"));
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../a checkout/sluice"));
        Files.createSymbolicLink(bin.resolve("second"), Path.of("first"));

        Shell.Result result =
                new Shell(bin).withFirstOnPath(temporary.resolve("tools")).run("./second", "hello");

        assertThat(result.out()).as(result.err()).startsWith("[hello]\n");
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.cli.Jdks#installed")
    void every_jdk_from_17_on_runs_it_with_an_archive(Path jdk) throws IOException {
        for (int i = 0; i < 2; i++) {
            Shell.Result result = shell().with("JAVA_HOME", jdk.toString())
                    .run(checkout.launcher().toString(), "on it");
            assertThat(result.err().replace("sluice: building, once\n", "")).isEmpty();
            assertThat(result.out()).startsWith("[on it]\n");
        }

        assertThat(below(checkout.launch()).filter(file -> file.toString().endsWith(".jsa")))
                .isNotEmpty()
                .allSatisfy(archive -> assertThat(archive).isNotEmptyFile());
    }

    /** JDK 17 archives that a method waits for its compilation, for which it then waits for ever: docs/decisions/0064. */
    @Test
    void no_method_waits_for_its_compilation_while_classes_are_archived() throws IOException {
        Path jdk = Path.of(System.getProperty("java.home"));
        Path wrapped = Files.createDirectories(temporary.resolve("jdk/bin")).getParent();
        Path log = temporary.resolve("started");
        executable(
                wrapped.resolve("bin/java"),
                "#!/bin/sh\necho \"$*\" >>\"" + log + "\"\nexec \"" + jdk.resolve("bin/java") + "\" \"$@\"\n");
        executable(wrapped.resolve("bin/javac"), "#!/bin/sh\nexit 1\n");
        Files.copy(jdk.resolve("release"), wrapped.resolve("release"));

        Shell.Result result = shell().with("JAVA_HOME", wrapped.toString())
                .run(checkout.launcher().toString(), "now");

        assertThat(result.out()).as(result.err()).startsWith("[now]\n");
        assertThat(Files.readAllLines(log).stream().filter(line -> line.contains("ArchiveClassesAtExit")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("-Xbatch"));
    }

    private static void executable(Path file, String script) throws IOException {
        assertThat(Files.writeString(file, script).toFile().setExecutable(true)).isTrue();
    }

    @Test
    void an_older_java_is_refused_in_one_line() throws IOException {
        Path old = Files.createDirectories(temporary.resolve("jdk 11/bin")).getParent();
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\nexit 1\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        Shell.Result result = shell().with("JAVA_HOME", old.toString())
                .run(checkout.launcher().toString());

        assertThat(result.code()).isEqualTo(70);
        assertThat(result.err()).containsOnlyOnce("\n").contains("Java 17 or newer");
    }

    @Test
    void options_for_the_jvm_arrive() throws IOException {
        Shell.Result result = shell().with("SLUICE_JAVA_OPTS", "-Xmx64m -Dset.by.options=yes -XX:+UseParallelGC")
                .run(checkout.launcher().toString());

        assertThat(result.out()).as(result.err()).endsWith(" yes\n");
    }

    @ParameterizedTest
    @CsvSource({"run, UseParallelGC", "advise, UseParallelGC", "check, UseSerialGC", "validate, UseSerialGC"})
    void what_simulates_for_long_gets_the_parallel_collector(String command, String collector) throws IOException {
        Shell.Result result = shell().with("SLUICE_JAVA_OPTS", "-XX:+PrintFlagsFinal")
                .run(checkout.launcher().toString(), command);

        assertThat(result.out()).as(result.err()).containsPattern(" " + collector + " += true ");
    }

    @ParameterizedTest
    @CsvSource({"run, 100", "advise, 100", "check, 325"})
    void what_simulates_for_long_keeps_its_hot_code_short(String command, int bytecodes) throws IOException {
        assumeTrue(Set.of("amd64", "x86_64", "aarch64").contains(System.getProperty("os.arch")));

        Shell.Result result = shell().with("SLUICE_JAVA_OPTS", "-XX:+PrintFlagsFinal")
                .run(checkout.launcher().toString(), command);

        assertThat(result.out()).as(result.err()).containsPattern(" FreqInlineSize += " + bytecodes + " ");
    }

    @ParameterizedTest
    @CsvSource({"sweep a --resume, 50000", "sweep a --resume -o b, 50000", "sweep a, 5000", "run --resume, 5000"})
    void what_is_resumed_starts_the_second_compiler_late(String command, int calls) throws IOException {
        List<String> words = new ArrayList<>(List.of(checkout.launcher().toString()));
        words.addAll(List.of(command.split(" ")));

        Shell.Result result =
                shell().with("SLUICE_JAVA_OPTS", "-XX:+PrintFlagsFinal").run(words.toArray(String[]::new));

        assertThat(result.out()).as(result.err()).containsPattern(" Tier4InvocationThreshold += " + calls + " ");
    }

    @Test
    void a_heap_that_the_user_chose_holds_for_simulations_too() throws IOException {
        Shell.Result result = shell().with("SLUICE_JAVA_OPTS", "-Xmx64m -XX:+PrintFlagsFinal")
                .run(checkout.launcher().toString(), "run");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).doesNotContain("warning", "rror");
        assertThat(result.out()).containsPattern(" MaxHeapSize += 67108864 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "not_INSTALLED.UTF-8", "C.UTF-8"})
    void names_beyond_ascii_can_be_opened_in_any_locale(String locale) throws IOException {
        assertThat(shell().with("LC_ALL", locale)
                        .run(checkout.launcher().toString())
                        .out())
                .contains(" UTF-8 ");
    }

    @Test
    void a_read_only_checkout_runs_what_was_built_there() throws IOException {
        run("building");
        List<Path> before = below(temporary.resolve("a checkout"))
                .filter(file -> !file.startsWith(checkout.launch()))
                .toList();
        deleteBelow(checkout.launch());
        setWritable(temporary.resolve("a checkout"), false);
        try {
            Shell.Result result = asNobody(shell(), checkout.launcher().toString(), "still");
            assertThat(result.out()).as(result.err()).startsWith("[still]\n");
            assertThat(result.err()).isEmpty();
            assertThat(below(temporary.resolve("a checkout"))).containsExactlyElementsOf(before);
        } finally {
            setWritable(temporary.resolve("a checkout"), true);
        }
    }

    @Test
    void a_read_only_checkout_that_was_never_built_says_so() throws IOException {
        setWritable(temporary.resolve("a checkout"), false);
        try {
            Shell.Result result = asNobody(shell(), checkout.launcher().toString());
            assertThat(result.code()).isEqualTo(70);
            assertThat(result.err()).containsOnlyOnce("\n").contains("is not writable");
        } finally {
            setWritable(temporary.resolve("a checkout"), true);
        }
    }

    @Test
    void a_release_runs_without_a_home_and_leaves_its_folder_as_it_is() throws IOException {
        Path launcher = Checkout.release(temporary.resolve("a release"), temporary.resolve("tools"));
        List<Path> before = below(launcher.getParent()).toList();

        Shell.Result result = new Shell(temporary).run(launcher.toString(), "as is");

        assertThat(result.out()).as(result.err()).startsWith("[as is]\n");
        assertThat(below(launcher.getParent())).containsExactlyElementsOf(before);
    }

    /** The files of all releases have the same time. */
    @Test
    void another_release_in_the_same_place_is_told_from_the_one_before() throws IOException {
        Path launcher = Checkout.release(temporary.resolve("a release"), temporary.resolve("tools"));
        Path jar = launcher.resolveSibling("sluice.jar");
        Shell shell =
                new Shell(temporary).with("HOME", temporary.resolve("home").toString());
        assertThat(shell.run(launcher.toString(), "old").out()).startsWith("[old]\n");

        var time = Files.getLastModifiedTime(jar);
        Files.write(jar, new byte[] {0});
        Files.setLastModifiedTime(jar, time);

        assertThat(shell.run(launcher.toString(), "new").out()).isEmpty();
    }

    @Test
    void a_release_keeps_its_archive_in_the_cache_of_whoever_runs_it() throws IOException {
        Path launcher = Checkout.release(temporary.resolve("a release"), temporary.resolve("tools"));
        Path cache = temporary.resolve("a cache");

        new Shell(temporary).with("XDG_CACHE_HOME", cache.toString()).run(launcher.toString());

        assertThat(below(cache).map(Path::toString).filter(file -> file.endsWith(".jsa")))
                .hasSize(1);
    }

    private Shell shell() {
        return checkout.shell();
    }

    private Shell.Result run(String argument) throws IOException {
        Shell.Result result = shell().run(checkout.launcher().toString(), argument);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("[" + argument + "]\n" + HERE);
        return result;
    }

    /** For root nothing is read-only, so somebody else runs it. */
    private static Shell.Result asNobody(Shell shell, String... command) throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return shell.run(command);
        }
        assumeTrue(Shell.has("setpriv"), "root has no setpriv to be somebody else");
        List<String> words = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        words.addAll(List.of(command));
        return shell.run(words.toArray(String[]::new));
    }

    private void setWritable(Path folder, boolean writable) throws IOException {
        // whoever it is must get there
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Path file : Stream.concat(Stream.of(folder), below(folder)).toList()) {
            boolean executable = Files.isDirectory(file) || Files.isExecutable(file);
            String one = executable ? "r-x" : "r--";
            Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString((writable ? one.replace("r-", "rw") : one) + one + one));
        }
    }

    private static void deleteBelow(Path folder) throws IOException {
        List<Path> files = new ArrayList<>(below(folder).toList());
        for (int i = files.size() - 1; i >= 0; i--) {
            Files.delete(files.get(i));
        }
        Files.delete(folder);
    }

    private static Stream<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.equals(folder)).sorted().toList().stream();
        }
    }
}
