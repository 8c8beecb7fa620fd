@echo off
rem Runs Sluice from an unpacked release. It needs Java 17 or newer, in JAVA_HOME or on the PATH.
rem
rem   SLUICE_JAVA_OPTS   options for the JVM, for example -Xmx8g
rem
rem The exit code is the program's; 70 when it could not be started.

setlocal DisableDelayedExpansion

set "sluice_jar=%~dp0sluice.jar"
if exist "%sluice_jar%" goto have_jar
echo sluice: "%sluice_jar%" is missing 1>&2
exit /b 70

:have_jar
if not defined JAVA_HOME goto search_java
set "sluice_java=%JAVA_HOME%\bin\java.exe"
if exist "%sluice_java%" goto have_java
echo sluice: JAVA_HOME is "%JAVA_HOME%", which has no bin\java.exe; Sluice needs Java 17 or newer 1>&2
exit /b 70

:search_java
set "sluice_java=java.exe"
where /q java.exe
if not errorlevel 1 goto have_java
echo sluice: no java found; Sluice needs Java 17 or newer on the PATH or in JAVA_HOME 1>&2
exit /b 70

:have_java
rem As in the launcher for Unix: a simulation runs on one thread, and only errors of the JVM itself are of interest.
if defined SLUICE_JAVA_OPTS goto with_options
"%sluice_java%" -XX:+UseSerialGC -Xlog:disable -Xlog:all=error:stderr -jar "%sluice_jar%" %*
exit /b %ERRORLEVEL%

:with_options
"%sluice_java%" %SLUICE_JAVA_OPTS% -Xlog:disable -Xlog:all=error:stderr -jar "%sluice_jar%" %*
exit /b %ERRORLEVEL%
