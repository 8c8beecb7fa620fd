// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSyntaxTest {

    /** In the code {@code |n} stands for a line break. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '§',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                // names
                "v = gidd § 1 § 5 § 'gidd' is read, but no statement before assigns it, and it is no parameter and no built-in; did you mean 'gid'?",
                "v = 1 |n w = vv + 1 § 2 § 5 § did you mean 'v'?",
                "v = v + 1 § 1 § 5 § 'v' is read, but no statement before assigns it",
                "if gid { w = q } |n q = 1 § 1 § 14 § 'q' is read",
                "v = load.u32 c[gid] § 1 § 14 § unknown binding 'c'",
                "v = x |n w = gid § 2 § 5 § 'gid' is a built-in of compute kernels only; a kernel that uses x, y or out is a fragment kernel",
                "v = lidX |n out.color0 = v § 1 § 5 § 'lidX' is a built-in of compute kernels only",
                "v = 2 * y |n y = v § 2 § 1 § 'y' is a built-in and cannot be assigned",
                "v = a § 1 § 5 § 'a' is a binding and no value",
                "v = a[0] § 1 § 5 § write v = load.TYPE a[...] first",
                "gid = 1 § 1 § 1 § 'gid' is a built-in and cannot be assigned",
                "n = 1 § 1 § 1 § 'n' is a parameter and cannot be assigned",
                "v = mni(1, 2) § 1 § 5 § unknown function 'mni'; did you mean 'min'?",
                "v.x = load.u32 a[gid] § 1 § 7 § 'load' gives one to a register only; write r = load ..., then v.x = r",
                "v.y = any gid § 1 § 7 § 'any' gives one to a register only; write r = any ..., then v.y = r",
                "v = any(gid) + load § 1 § 16 § 'load' is a statement and no value; assign it to a register on a line of its own",
                "v = memoryBarrier device acqrel § 1 § 5 § 'memoryBarrier' is a statement and no value; write it on a line of its own",
                "v = max § 1 § 5 § 'max' is a function; write max(...)",
                "for i in 0..4 { i = 2 } § 1 § 17 § 'i' counts an enclosing loop",
                "for i in 0..4 { for i in 0..2 { } } § 1 § 21 § 'i' counts an enclosing loop",
                // outputs of fragments
                "out.color8 = 1 § 1 § 5 § unknown output 'color8'; known are: color0 to color7, depth",
                "out.colour0 = 1 § 1 § 5 § unknown output 'colour0'",
                "out.depth = 1f, 2 § 1 § 15 § out.depth takes one value, the bits of an f32",
                "out.color0 1 § 1 § 12 § expected '=' and a value, found '1'",
                "out.color0 = 1, 2, 3 § 1 § 18 § unexpected ',' after the statement",
                "v = out.color0 § 1 § 5 § 'out' is read, but no statement before assigns it",
                // vectors
                "v = load.u64x4 a[0] § 1 § 10 § unknown type 'u64x4'; did you mean 'u64x2'?",
                "v = load.u32x3 a[0] § 1 § 10 § unknown type 'u32x3'; did you mean",
                "v = atomic.add.u32x2 a[0], 1 § 1 § 16 § 'u32x2' is a vector, which only load, store, shared.load and shared.store take",
                "v = load.u32x4 a[0] |n w = v § 2 § 5 § 'v' is a vector; read its components, such as v.x",
                "v = load.u32x4 a[0] |n w = v.q § 2 § 7 § unknown component 'q'; the components of a vector are x, y, z and w",
                "v = load.u32x2 a[0] |n w = v.z § 2 § 5 § 'v.z' is read, but no statement before assigns it",
                "v = load.u32x4 a[0] |n v = 3 § 2 § 1 § 'v' is a vector; assign its components, such as v.x",
                "v = 3 |n v = load.u32x4 a[0] § 2 § 1 § 'v' is a register of one value and no vector; use another name",
                "v = 3 |n v.x = 1 § 2 § 1 § 'v' is a register of one value and no vector; use another name",
                "v.x = 1 |n v.u = 1 § 2 § 3 § unknown component 'u'; the components of a vector are x, y, z and w",
                "v.x 1 § 1 § 5 § expected '=' and a value, found '1'",
                "out = load.u32x4 a[0] § 1 § 1 § 'out.' has a meaning of its own; use another name for the vector",
                "lid.x = 3 § 1 § 1 § 'lid' is a built-in and cannot be assigned",
                "store.u32x4 a[0] = 3 § 1 § 20 § expected a vector to store, found '3'",
                "v = 3 |n store.u32x4 a[0] = v § 2 § 20 § 'v' is no vector; load one, or assign its components, such as v.x = ...",
                "v.x = 3 |n v.z = 3 |n store.u32x4 a[0] = v § 3 § 20 § 'v.y' is stored, but no statement before assigns it",
                "v = load.u32x4 a[0] |n store.u32x2 a[0] = v.x § 2 § 21 § unexpected '.' after the statement",
                "for v in 0..4 { v = load.u32x2 a[0] } § 1 § 17 § 'v' is a register of one value and no vector",
                // what other languages say
                "int i = 0 § 1 § 1 § 'int' begins no statement; registers have no type; write NAME = ...",
                "while 1 { break } § 1 § 11 § 'break' begins no statement; nothing leaves a loop or a kernel early; put what follows under an 'if'",
                "__syncthreads() § 1 § 1 § '__syncthreads' begins no statement; write controlBarrier workgroup acqrel",
                "atomicAdd(a[gid], 1) § 1 § 1 § 'atomicAdd' begins no statement; write atomic.add.TYPE name[index], value",
                "// text § 1 § 1 § a comment begins with '#', and ends with its line",
                "alu 1 // text § 1 § 8 § expected a value, found '/'; a comment begins with '#'",
                "if gid = 4 { } § 1 § 8 § expected '{' to open the block of 'if', found '='; compare with '=='",
                "v := 1 § 1 § 3 § a register is assigned by '='; write v = ...",
                "v = true § 1 § 5 § 'true' is no built-in; true is 1, and false 0",
                "v = threadIdx.x § 1 § 5 § 'threadIdx' is no built-in; use lidX, lidY, lidZ, or lid",
                "v = get_global_id(0) § 1 § 5 § unknown function 'get_global_id'; use gidX, gidY, gidZ, or gid",
                "v = gid.x § 1 § 8 § 'gid' is one value and has no '.x'; write gidX",
                "v = 1 |n w = v.x § 2 § 6 § 'v' is one value and has no '.x'",
                "v = load.float a[0] § 1 § 10 § unknown type 'float'; write f32",
                "v = load.f64 a[0] § 1 § 10 § unknown type 'f64'; the only floats are f32",
                "v = load.u32 a[0] coherent § 1 § 19 § unexpected 'coherent' after the statement; qualifiers stand after '@'",
                // images
                "v = a.width § 1 § 5 § binding 'a' is storage; only images have a width and a height",
                "v = s.widht § 1 § 7 § an image has no 'widht'; did you mean 'width'?",
                "v = s.shape § 1 § 7 § an image has no 'shape'",
                "v = load.u32 s[1, 2, 3, 4, 5] § 1 § 26 § an image takes one linear element index, or x, y, layer and level",
                "v = load.u32 s[1, § 1 § 18 § expected a value",
                "v = load.u32 s[1, 2 § 1 § 20 § expected ']' to close the index",
                "v = sample.cubic.u32 s[1, 2] § 1 § 12 § unknown kind of sample 'cubic'; known are: nearest, bilinear, trilinear",
                "v = sample.nearest.i32 s[1, 2] § 1 § 20 § samples are of u8, u16 (one channel), u32, u64 (four channels) or f32",
                "v = sample.nearest.u32 i[1, 2] § 1 § 24 § binding 'i' is storageImage and cannot be sampled",
                "v = sample.nearest.u32 a[1, 2] § 1 § 24 § binding 'a' is storage and cannot be sampled",
                "v = sample.nearest.u32 ss[1, 2] § 1 § 24 § unknown binding 'ss'; did you mean 's'?",
                "v = sample.bilinear.u32 p[1, 2] § 1 § 25 § an inputAttachment is not filtered; use sample.nearest or load",
                "v = sample.bilinear.u32 s[1] § 1 § 28 § expected ',' and the second coordinate; sample takes u, v or u, v, lod",
                "v = sample.trilinear.u32 s[1, 2] § 1 § 32 § sample.trilinear takes u, v, lod",
                "v = sample.nearest.u32 s[1, 2, 3, 4] § 1 § 33 § expected ']' to close the coordinates",
                "sample.nearest.u32 s[1, 2] § 1 § 1 § 'sample' needs a register for its result",
                "store.u32 s[1, 2] = 3 § 1 § 11 § binding 's' is sampled and can only be loaded",
                // words
                "stor.u32 a[0] = 1 § 1 § 1 § did you mean 'store'?",
                "v = load.u33 a[gid] § 1 § 10 § unknown type 'u33'; did you mean",
                "v = load.32 a[gid] § 1 § 10 § unknown type '32'; known are: u8, u16, u32, u64, i32, f32",
                "v = atomic.ad.u32 a[0], 1 § 1 § 12 § unknown atomic operation 'ad'; did you mean 'add'?",
                "v = atomic.add.u8 a[0], 1 § 1 § 16 § atomic.add does not exist for u8",
                "v = atomic.xor.f32 a[0], 1.0f § 1 § 16 § it exists for u32, u64, i32",
                "v = load.u32 a[0] @ coherant § 1 § 21 § did you mean 'coherent'?",
                "v = load.u32 a[0] @ § 1 § 19 § '@' needs a qualifier",
                "v = load.u32 a[0] @ coherent coherent § 1 § 30 § given twice",
                "v = load.u32 a[0] @ available device § 1 § 21 § 'available' belongs to stores and atomics",
                "store.u32 a[0] = 1 @ visible device § 1 § 22 § 'visible' belongs to loads and atomics",
                "v = load.u32 a[0] @ visible devise § 1 § 29 § unknown scope 'devise'; did you mean 'device'?",
                "controlBarrier device § 1 § 16 § a controlBarrier has the scope workgroup or subgroup",
                "controlBarrier § 1 § 15 § expected a scope after controlBarrier, found the end of the kernel",
                "memoryBarrier device § 1 § 1 § 'memoryBarrier' needs one of acquire, release, acqrel",
                "memoryBarrier device acquired § 1 § 22 § unknown memory semantics 'acquired'; did you mean 'acquire'?",
                "memoryBarrier device acquire makeAvailable § 1 § 1 § makeAvailable needs release or acqrel",
                "memoryBarrier device release makeVisible § 1 § 1 § makeVisible needs acquire or acqrel",
                "memoryBarrier device acquire buffer storage § 1 § 37 § given twice",
                // accesses
                "store.u32 u[0] = 1 § 1 § 11 § binding 'u' is uniform and can only be loaded",
                "store.u32 s[0] = 1 § 1 § 11 § binding 's' is sampled and can only be loaded",
                "atomic.add.u32 p[0], 1 § 1 § 16 § binding 'p' is inputAttachment and can only be loaded",
                "store.u32 i (1) = 1 § 1 § 13 § expected '[' and an index after the binding, found '('",
                "v = load.u32 a[1, 2] § 1 § 17 § a buffer takes one element index",
                "load.u32 a[0] § 1 § 1 § 'load' needs a register for its result",
                "v = atomic.compareExchange.u32 a[0], 1 § 1 § 39 § compareExchange takes name[index], compare, value",
                "v = atomic.add.u32 a[0] § 1 § 24 § expected ','",
                "v = shared.store.u32 [0] § 1 § 12 § write v = shared.load.TYPE [index]",
                "a[0] = 1 § 1 § 1 § memory is written by store.TYPE a[...] = ...",
                // expressions
                "v = min(1) § 1 § 5 § function 'min' takes 2 arguments, found 1",
                "v = select(1, 2) § 1 § 5 § function 'select' takes 3 arguments, found 2",
                "v = abs() § 1 § 5 § function 'abs' takes 1 argument, found 0",
                "v = (1 + 2 § 1 § 11 § expected ')' to close the parenthesis, found the end of the kernel",
                "v = 1 + § 1 § 8 § expected a value, found the end of the kernel",
                "v = 1 ? 2 § 1 § 10 § expected ':' between the two values of '?'",
                "v = 1.5 § 1 § 5 § write an f32 literal as 1.5f",
                "v = 1.5d § 1 § 5 § '1.5d' is not a number; write 10, 0x1f, 0b101 or 1.5f",
                "v = 1e3lf § 1 § 5 § '1e3lf' is not a number; write 10, 0x1f, 0b101 or 1.5f",
                "v = 12ab § 1 § 5 § '12ab' is not a number",
                "v = 0xg § 1 § 5 § '0xg' is not a number",
                "v = 0x § 1 § 5 § '0x' is not a number",
                "v = 0b102 § 1 § 5 § '0b102' is not a number",
                "v = 010 § 1 § 5 § '010' begins with a zero, which C takes for octal; write 10",
                "v = 00 § 1 § 5 § '00' begins with a zero, which C takes for octal; write 0",
                "v = 00.5f § 1 § 5 § '00.5f' begins with a zero, which C takes for octal; write 0.5f",
                "v = 1__0 § 1 § 5 § '1__0' is not a number; underscores stand between digits, one at a time",
                "v = 1_ § 1 § 5 § '1_' is not a number; underscores stand between digits",
                "v = 0x_f § 1 § 5 § '0x_f' is not a number; underscores stand between digits",
                "v = 0b1_ § 1 § 5 § '0b1_' is not a number; underscores stand between digits",
                "v = 1_.5f § 1 § 5 § '1_.5f' is not a number; underscores stand between digits",
                "v = 9223372036854775808 § 1 § 5 § does not fit in 64 signed bits",
                "v = 0x1ffffffffffffffff § 1 § 5 § '0x1ffffffffffffffff' does not fit in 64 bits",
                "v = 1e99f § 1 § 5 § too large for f32",
                "v = 1 |n v += 2 § 2 § 3 § write v = v + ...",
                "v = 1 2 § 1 § 7 § write one statement a line",
                "v = 1; w = 2 § 1 § 6 § ';' is not used here",
                "v = $ § 1 § 5 § unexpected character '$'",
                "if gid = 1 { } § 1 § 8 § expected '{' to open the block of 'if', found '='",
                // blocks
                "if 1 { § 1 § 6 § this '{' is never closed",
                "v = 1 |n } § 2 § 1 § '}' closes nothing",
                "if 1 |n v = 2 § 1 § 5 § expected '{' to open the block of 'if', found the end of the line",
                "else { } § 1 § 1 § 'else' without 'if'",
                "for i 0..4 { } § 1 § 7 § write for i in 0..n",
                "for i in 0 { } § 1 § 12 § expected '..' between the bounds",
                "for i in 0..4 step 0 { } § 1 § 20 § a step of 0 never ends",
                "alu 0 - 1 § 1 § 5 § alu takes 0 to",
                "alu lid § 1 § 1 § must be the same in all lanes",
                // the line counts comments and empty lines
                "# one |n |n v = 1 # two |n   w = zz § 4 § 7 § 'zz' is read",
            })
    void rejects(String code, int line, int column, String message) {
        String text = code.replaceAll(" ?\\|n ?", "\n");
        KernelSyntaxException error = failure(text);
        assertThat(error.getMessage()).contains(message).doesNotContain("\n");
        assertThat(List.of(error.line(), error.column())).isEqualTo(List.of(line, column));
    }

    @Test
    void rejects_shared_access_in_a_kernel_without_shared_memory() {
        KernelSource source = new KernelSource(
                "k", "v = shared.load.u32 [0]", new LocalSize(1, 1, 1), Map.of(), new LinkedHashSet<>(), 0, 0);
        KernelSyntaxException error =
                catchThrowableOfType(KernelSyntaxException.class, () -> KernelCompiler.compile(source));
        assertThat(error.getMessage()).contains("no shared memory").contains("'shared'");
    }

    @Test
    void blocks_nest_64_deep_and_not_65() {
        assertThatCode(() -> KernelTests.compile(nested(64))).doesNotThrowAnyException();
        assertThat(failure(nested(65)).getMessage()).contains("nested deeper than 64");
    }

    @Test
    void expressions_nest_and_chain_within_limits() {
        assertThatCode(() -> KernelTests.compile("v = " + "(".repeat(63) + "gid" + ")".repeat(63)))
                .doesNotThrowAnyException();
        assertThat(failure("v = " + "(".repeat(64) + "gid" + ")".repeat(64)).getMessage())
                .contains("nested deeper");
        assertThat(failure("v = " + "-".repeat(100_000) + "gid").getMessage()).contains("nested deeper");
        assertThat(failure("v = gid" + " + gid".repeat(100_000)).getMessage()).contains("too long");
        assertThat(failure("if 1 { }" + " else if 1 { }".repeat(100)).getMessage())
                .contains("chained");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# only a comment",
                "\r\nv = 1\r\n",
                "x = load.f32 a[gid]\nstore.f32 b[gid] = f32mul(x, 2f)",
                "if gid < 3 { v = 1 } else { v = 2 }",
                "if gid < 3\t{\n v = 1\n}\n\nelse if gid == 4 { v = 2 }\nelse {\n}",
                "for i in 0..n step 2 { alu n }",
                "step = 3\nin = 2\nmax = max(step, in)",
                "v = load.u32 a[gid] @ coherent, nonprivate visible queueFamily bypass",
                "atomic.add.u32 i[gid], 1 @ available device, visible device",
                "controlBarrier workgroup",
                "controlBarrier workgroup acqrel, storage, shared, makeAvailable, makeVisible",
                "memoryBarrier crossDevice release image output makeAvailable",
                "v = 1_000 + 0xff_ff + 0b1010",
                "a = load.u32 a[gid]\nb = a + 1",
                "v = any gid > 3\nw = all(v) ",
                "x = gid\ny = x + 1\nout = y\nsample = out\nv = sample",
                "v = x + y + lane\nout.color7 = v, 1\nout.depth = 0.5f",
                "v = load.u32 s[1, 2, 3, 4] @ streaming\nstore.u16 i[gid, 2] = s.width * p.levels + i.layers",
                "for s in 0..s.height { atomic.add.u32 i[s, 0], 1 }",
                "v = sample.trilinear.u64 s[x, y, 3] @ bypass",
            })
    void accepts(String code) {
        assertThatCode(() -> KernelTests.compile(code, "n")).doesNotThrowAnyException();
    }

    @Test
    void rejects_bindings_and_parameters_that_are_no_names() {
        KernelSource binding = new KernelSource(
                "k", "", new LocalSize(1, 1, 1), Map.of("my-buffer", BindingKind.STORAGE), new LinkedHashSet<>(), 0, 0);
        assertThat(catchThrowableOfType(KernelSyntaxException.class, () -> KernelCompiler.compile(binding)))
                .hasMessageContaining("'my-buffer'");
        assertThat(catchThrowableOfType(KernelSyntaxException.class, () -> KernelTests.compile("", "gid")))
                .hasMessageContaining("parameter 'gid'");
    }

    private static KernelSyntaxException failure(String code) {
        KernelSyntaxException error =
                catchThrowableOfType(KernelSyntaxException.class, () -> KernelTests.compile(code, "n"));
        assertThat(error).as(code).isNotNull();
        return error;
    }

    private static String nested(int depth) {
        return "if gid {\n".repeat(depth) + "v = 1\n" + "}\n".repeat(depth);
    }
}
