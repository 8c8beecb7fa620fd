// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DeferredCheckerTest {

    private final List<String> asked = new ArrayList<>();
    private final AccessChecker checker = (AccessChecker) Proxy.newProxyInstance(
            AccessChecker.class.getClassLoader(), new Class<?>[] {AccessChecker.class}, (proxy, method, arguments) -> {
                asked.add(method.getName());
                return method.getReturnType() == boolean.class ? true : null;
            });

    /** A default method that is not passed on would answer in its place for every device. */
    static Stream<Method> questions() {
        return Stream.of(AccessChecker.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource("questions")
    void passes_on_whatever_a_checker_is_asked(Method question)
            throws IllegalAccessException, InvocationTargetException {
        DeferredChecker deferred = new DeferredChecker();
        deferred.delegate(checker, (address, size, agent) -> {}, (address, size, agent) -> {});
        Object[] nothing = Stream.of(question.getParameterTypes())
                .map(DeferredCheckerTest::nothingOf)
                .toArray();

        question.invoke(deferred, nothing);

        assertThat(asked).containsExactly(question.getName());
    }

    @Test
    void refuses_accesses_before_there_is_a_checker() {
        assertThatThrownBy(() -> new DeferredChecker().isMeant(0, 1, new SectorStore(1), 0))
                .isInstanceOf(IllegalStateException.class);
    }

    private static @Nullable Object nothingOf(Class<?> type) {
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? (Object) 0L : null;
    }
}
