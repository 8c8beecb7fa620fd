// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.plugin.Provider;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says whose names a text, or the choice of a {@link Choosing} mapping, is; plug-ins may add others, so any text is read. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface NamedBy {
    /** The kind of provider. */
    Class<? extends Provider> value();
}
