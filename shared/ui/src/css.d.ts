// What a stylesheet gives when it is imported: `"types": ["@amber/ui/css"]` of every package that imports one.
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

declare module '*.css' {}
