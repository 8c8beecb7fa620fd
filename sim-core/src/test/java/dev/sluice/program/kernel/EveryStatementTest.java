// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every place that takes statements and expressions apart knows each kind of them. */
final class EveryStatementTest {

    private static final String COMPUTE = """
            v = load.u32 a[gid]
            w = shuffle v + n, 1
            t = sample.bilinear.u32 s[1, 2]
            store.u32 a[gid] = w
            o = atomic.add.u32 b[gid], 1
            q = shared.load.u32 [lid]
            shared.store.u32 [lid] = q
            controlBarrier workgroup
            alu 4
            if gid < 4 { v = 1 } else { v = 2 }
            i = 0
            while i < 4 { i = i + 1 }
            for j in 0..4 { w = w + j }
            """;

    private static final String FRAGMENT = "out.color0 = x";

    /** The statements and expressions of both texts, those within others too. */
    private static List<Object> parts() {
        List<Object> parts = new ArrayList<>();
        for (String text : List.of(COMPUTE, FRAGMENT)) {
            collect(new KernelParser(KernelTests.source(text, new LocalSize(64, 1, 1), "n")).parse(), parts);
        }
        return parts;
    }

    private static void collect(Object value, List<Object> into) {
        if (value instanceof List<?> list) {
            list.forEach(item -> collect(item, into));
        } else if (value instanceof Statement || value instanceof Expression) {
            into.add(value);
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                collect(component(value, component), into);
            }
        }
    }

    private static Object component(Object value, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(value);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Set<Class<?>> kinds(Class<?> sealed) {
        return Set.of(sealed.getPermittedSubclasses());
    }

    @Test
    void the_texts_have_every_kind_but_samples_which_are_expanded() {
        Set<Class<?>> seen = parts().stream().map(Object::getClass).collect(Collectors.toSet());

        assertThat(seen).containsAll(kinds(Expression.class));
        assertThat(kinds(Statement.class).stream().filter(kind -> !seen.contains(kind)))
                .containsExactly(Statement.Sample.class);
    }

    @Test
    void every_kind_is_analysed_and_gets_code() {
        for (String text : List.of(COMPUTE, FRAGMENT)) {
            assertThatCode(() -> KernelTests.compile(text, "n")).doesNotThrowAnyException();
        }
    }

    @Test
    void of_every_kind_without_a_block_it_is_known_which_registers_it_touches() {
        Statement.Sample sample = new Statement.Sample(
                new SourcePosition(1, 1),
                0,
                0,
                ElementType.U32,
                Sampling.NEAREST,
                new Expression.Constant(0),
                new Expression.Constant(0),
                null,
                Qualifiers.NONE);
        Stream<Statement> simple = Stream.concat(Stream.of(sample), statements())
                .filter(statement -> !(statement instanceof Statement.If
                        || statement instanceof Statement.While
                        || statement instanceof Statement.For));

        assertThat(simple)
                .allSatisfy(statement -> assertThatCode(() -> RegisterTouch.touches(statement, 99))
                        .doesNotThrowAnyException());
    }

    private static Stream<Statement> statements() {
        return parts().stream().filter(Statement.class::isInstance).map(Statement.class::cast);
    }
}
